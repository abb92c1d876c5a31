// The picture on the screen as a PNG file.
#include <glad/gl.h>
#include <stb_image_write.h>

#include <vector>

#include "view/renderer.h"

namespace keystone {

bool saveScreenshot(const std::string& path, int width, int height) {
  constexpr int kChannels = 3;
  const std::size_t row = std::size_t(width) * kChannels;
  std::vector<unsigned char> pixels(row * std::size_t(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // OpenGL's rows go upwards, PNG's downwards.
  const unsigned char* top = pixels.data() + row * std::size_t(height - 1);
  return stbi_write_png(path.c_str(), width, height, kChannels, top, -int(row)) != 0;
}

}  // namespace keystone
