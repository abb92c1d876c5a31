#include "view/offscreen_target.h"

namespace keystone {

OffscreenTarget::OffscreenTarget(int width, int height)
    : height_(height), framebuffer_(makeGlFramebuffer()), texture_(makeGlTexture()) {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  is_complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

OffscreenTarget::~OffscreenTarget() {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<unsigned char> OffscreenTarget::read(const Region& part) const {
  std::vector<unsigned char> pixels(std::size_t{3} * std::size_t(part.width) * std::size_t(part.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(part.x, height_ - part.y - part.height, part.width, part.height, GL_RGB, GL_UNSIGNED_BYTE,
               pixels.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  return pixels;
}

}  // namespace keystone
