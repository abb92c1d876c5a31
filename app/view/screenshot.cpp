// The picture on the screen as a PNG file.
#include <glad/gl.h>

#include <vector>

#include "view/png_file.h"
#include "view/renderer.h"

namespace keystone {

void saveScreenshot(const std::string& path, int width, int height) {
  constexpr int kChannels = 3;
  const std::size_t row = std::size_t(width) * kChannels;
  std::vector<unsigned char> pixels(row * std::size_t(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // OpenGL's rows go upwards, PNG's downwards.
  const unsigned char* top = pixels.data() + row * std::size_t(height - 1);
  writePng(path, width, height, top, -int(row));
}

}  // namespace keystone
