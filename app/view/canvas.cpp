#include "view/canvas.h"

#include <stdexcept>

namespace keystone {

Canvas::Canvas(const std::string& shader_dir)
    : smooth_(shader_dir, "smooth.vert", "smooth.frag"), empty_(makeGlArray()) {}

void Canvas::resize(int width, int height) {
  width_ = width;
  height_ = height;
  framebuffer_ = makeGlFramebuffer();
  colour_ = makeGlTexture();
  depth_ = makeGlRenderbuffer();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, colour_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindRenderbuffer(GL_RENDERBUFFER, depth_.id());
  glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_.id(), 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the picture's framebuffer is incomplete");
  }
}

void Canvas::begin(int width, int height, const glm::vec4& colour) {
  if (width != width_ || height != height_) resize(width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, width, height);
  glDepthMask(GL_TRUE);
  glStencilMask(0xff);
  glClearColor(colour.r, colour.g, colour.b, colour.a);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Canvas::resolveTo(GLuint framebuffer) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_DEPTH_TEST);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, colour_.id());
  smooth_.use();
  glBindVertexArray(empty_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace keystone
