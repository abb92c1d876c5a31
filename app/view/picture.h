// A small image that panels draw: a texture whose pixels are computed on the processor.
#pragma once

#include <cstdint>
#include <vector>

#include "view/gl_objects.h"

namespace keystone {

class Picture {
 public:
  // `pixels` are RGBA, row by row from the top, as bytes in memory. Magnified without smoothing, so that cells stay
  // cells. Leaves the texture binding as it was.
  void upload(int width, int height, const std::vector<std::uint32_t>& pixels);
  GLuint id() const { return texture_.id(); }

 private:
  GlTexture texture_;
};

}  // namespace keystone
