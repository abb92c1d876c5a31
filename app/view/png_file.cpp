#include "view/png_file.h"

#include <stb_image_write.h>

#include "math/output_file.h"

namespace keystone {
namespace {

// stb's code is C: an exception may not pass through it.
void keep(void* into, void* bytes, int size) {
  static_cast<std::string*>(into)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace

void writePng(const std::string& path, int width, int height, const unsigned char* top, int row, int channels) {
  std::string bytes;
  if (stbi_write_png_to_func(keep, &bytes, width, height, channels, top, row) == 0)
    throw OutputError(path + ": found no memory for a picture, expected some");
  writeFile(path, bytes);
}

}  // namespace keystone
