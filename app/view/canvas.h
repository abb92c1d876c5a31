// The picture that the scene is drawn into before its edges are smoothed on the way to the window.
#pragma once

#include "view/gl_objects.h"

namespace keystone {

class Canvas {
 public:
  explicit Canvas(const std::string& shader_dir);
  // Binds the canvas at this size [pixels], cleared to the colour (sRGB), depth and stencil too.
  void begin(int width, int height, const glm::vec4& colour);
  // Copies the picture, antialiased, to the framebuffer given, and binds that one.
  void resolveTo(GLuint framebuffer) const;

 private:
  void resize(int width, int height);

  Program smooth_;
  GlArray empty_;
  int width_ = 0, height_ = 0;
  GlFramebuffer framebuffer_;
  GlTexture colour_;
  GlRenderbuffer depth_;
};

}  // namespace keystone
