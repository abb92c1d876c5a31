// Many copies of one mesh, drawn in one call.
#pragma once

#include <vector>

#include "view/gl_objects.h"
#include "view/mesh.h"

namespace keystone {

// One copy; shaders/instance.glsl declares the same attributes.
struct Instance {
  glm::vec4 position{0};              // xyz: [m]; w: highlight, added light
  glm::vec4 orientation{0, 0, 0, 1};  // unit quaternion x, y, z, w
  glm::vec4 scale{1, 1, 1, 0};        // xyz: per mesh unit; w: stretch along y; [m]
  glm::vec4 colour{1};                // linear rgb; w: opacity
};

class Batch {
 public:
  explicit Batch(const Mesh& mesh);
  void upload(std::span<const Instance> instances);
  // Draws instances first .. first + count - 1 of the last upload.
  void draw(std::size_t first, std::size_t count) const;

 private:
  GlArray array_;
  GlBuffer vertices_, indices_, instances_;
  GLsizei index_count_;
};

}  // namespace keystone
