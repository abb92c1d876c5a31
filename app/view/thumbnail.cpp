#include "view/thumbnail.h"

#include <stdexcept>

namespace keystone {

Thumbnail::Thumbnail(Renderer& renderer, const Simulation& simulation, const Camera& camera)
    : texture_(makeGlTexture()) {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, kWidth, kHeight, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  const GlFramebuffer framebuffer = makeGlFramebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the thumbnail's framebuffer is incomplete");
  }
  ViewOptions options;
  options.contacts = options.forces = false;
  renderer.draw(simulation, camera, options, {});
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace keystone
