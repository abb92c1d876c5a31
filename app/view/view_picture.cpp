// Opacity is what the ground does not change: the scene is drawn before black and before white.
#include "view/view_picture.h"

#include <algorithm>

#include "math/output_file.h"
#include "view/offscreen_target.h"
#include "view/png_file.h"

namespace keystone {
namespace {

constexpr int kMostTimes = 4;                  // times the window
constexpr double kMostPicturePixels = 40.0e6;  // of the window's size so many times, for memory

int timesOf(const Camera& camera) {
  int times = kMostTimes;
  GLint longest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
  const auto fits = [&](int n) {
    return std::max(camera.width(), camera.height()) * n <= longest &&
           double(camera.width()) * camera.height() * n * n <= kMostPicturePixels;
  };
  while (times > 1 && !fits(times)) --times;
  return times;
}

// [pixels][4], from the same picture before black and before white.
std::vector<unsigned char> withOpacity(const std::vector<unsigned char>& black,
                                       const std::vector<unsigned char>& white) {
  std::vector<unsigned char> pixels;
  pixels.reserve(black.size() / 3 * 4);
  for (std::size_t at = 0; at < black.size(); at += 3) {
    int shines_through = 0;
    for (std::size_t k = at; k < at + 3; ++k) shines_through = std::max(shines_through, white[k] - black[k]);
    const int opacity = 255 - shines_through;
    for (std::size_t k = at; k < at + 3; ++k)
      pixels.push_back(opacity == 0 ? 0 : static_cast<unsigned char>(std::min(255, 255 * black[k] / opacity)));
    pixels.push_back(static_cast<unsigned char>(opacity));
  }
  return pixels;
}

}  // namespace

int saveViewPicture(const std::string& path, Renderer& renderer, const Simulation& simulation, Camera camera,
                    ViewOptions options, const Overlay& overlay, const Region& part) {
  const int times = timesOf(camera);
  const Region region{part.x * times, part.y * times, part.width * times, part.height * times};
  camera.setViewport(camera.width() * times, camera.height() * times);
  const OffscreenTarget target(camera.width(), camera.height());
  if (!target.isComplete()) throw OutputError(path + ": found no room to draw it in, expected some");
  const auto before = [&](const Vec3& colour) {
    options.plain = colour;
    renderer.draw(simulation, camera, options, overlay, region);
    return target.read(region);
  };
  const std::vector<unsigned char> black = before(Vec3::Zero());
  const std::vector<unsigned char> pixels = withOpacity(black, before(Vec3::Ones()));
  const int row = 4 * region.width;
  writePng(path, region.width, region.height, pixels.data() + std::size_t(row) * std::size_t(region.height - 1), -row,
           4);
  return times;
}

}  // namespace keystone
