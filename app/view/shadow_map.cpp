#include "view/shadow_map.h"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <stdexcept>

namespace keystone {

ShadowMap::ShadowMap() : depth_(makeGlTexture()), framebuffer_(makeGlFramebuffer()) {
  glBindTexture(GL_TEXTURE_2D, depth_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, kSize, kSize, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  // The fit leaves a lit rim, which stands for everything outside the map.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the shadow map's framebuffer is incomplete");
  }
  glClear(GL_DEPTH_BUFFER_BIT);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

glm::mat4 ShadowMap::fit(const Aabb& casters, const glm::vec3& sun) {
  const glm::mat4 turn = glm::lookAt(sun, glm::vec3(0.0F), glm::vec3(0.0F, 1.0F, 0.0F));
  glm::vec3 lower(1e30F), upper(-1e30F);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at((corner & 1) != 0 ? casters.upper.x() : casters.lower.x(),
                  (corner & 2) != 0 ? casters.upper.y() : casters.lower.y(),
                  (corner & 4) != 0 ? casters.upper.z() : casters.lower.z());
    const glm::vec3 seen(turn * glm::vec4(toGlm(at), 1.0F));
    lower = glm::min(lower, seen);
    upper = glm::max(upper, seen);
  }
  // Sizes go in steps of a tenth, and places in texels: the fit stays put while bodies move a little.
  const float step = std::log(1.1F);
  const glm::vec2 size = glm::max(glm::vec2(upper - lower) * 1.04F, glm::vec2(1e-2F));
  const glm::vec2 extent = glm::exp(glm::ceil(glm::log(size) / step) * step);
  const glm::vec2 texels = extent / float(kSize);
  texel_ = std::max(texels.x, texels.y);
  const glm::vec2 middle = glm::round(glm::vec2(lower + upper) * 0.5F / texels) * texels;
  const float margin = 0.05F * (upper.z - lower.z) + 0.01F;
  const glm::mat4 box = glm::ortho(middle.x - 0.5F * extent.x, middle.x + 0.5F * extent.x, middle.y - 0.5F * extent.y,
                                   middle.y + 0.5F * extent.y, -upper.z - margin, -lower.z + margin);
  const glm::mat4 unit =
      glm::translate(glm::mat4(1.0F), glm::vec3(0.5F)) * glm::scale(glm::mat4(1.0F), glm::vec3(0.5F));
  return unit * box * turn;
}

void ShadowMap::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, kSize, kSize);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_CULL_FACE);
  glEnable(GL_DEPTH_CLAMP);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5F, 2.0F);
}

void ShadowMap::end() const {
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_DEPTH_CLAMP);
}

void ShadowMap::bind() const {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, depth_.id());
}

}  // namespace keystone
