// Pictures as PNG files.
#pragma once

#include <string>

namespace keystone {

// [height][width][channels] bytes: red, green, blue and, where there are four, opacity. `top` is the upper row; the one
// below it begins `row` bytes later, which is negative where rows go upwards. Throws OutputError (math/output_file.h).
void writePng(const std::string& path, int width, int height, const unsigned char* top, int row, int channels = 3);

}  // namespace keystone
