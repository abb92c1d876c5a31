// A small picture of a world as a texture, drawn by the renderer.
#pragma once

#include "view/gl_objects.h"
#include "view/renderer.h"

namespace keystone {

class Thumbnail {
 public:
  static constexpr int kWidth = 320, kHeight = 200;  // [pixels]

  // The camera's viewport must be of that size. Leaves the window's framebuffer bound.
  Thumbnail(Renderer& renderer, const Simulation& simulation, const Camera& camera);
  // Rows go upwards.
  GLuint id() const { return texture_.id(); }

 private:
  GlTexture texture_;
};

}  // namespace keystone
