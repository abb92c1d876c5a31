// The sun's depth map over the bodies that cast shadows.
#pragma once

#include "shape/shape.h"
#include "view/gl_objects.h"

namespace keystone {

class ShadowMap {
 public:
  static constexpr int kSize = 1024;  // [texels] a side
  ShadowMap();

  // World to map (texture coordinates and depth, 0..1), fitted to the casters' bounds [m] and moved in whole texels, so
  // that edges do not crawl. `sun`: unit vector towards it. Sets texel().
  glm::mat4 fit(const Aabb& casters, const glm::vec3& sun);
  float texel() const { return texel_; }  // [m]

  void begin() const;  // binds and clears the map; depth beyond its range is clamped
  void end() const;    // the caller binds its framebuffer again
  void bind() const;   // to texture unit 0

 private:
  GlTexture depth_;
  GlFramebuffer framebuffer_;
  float texel_ = 1.0F;
};

}  // namespace keystone
