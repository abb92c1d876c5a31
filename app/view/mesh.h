// Triangle meshes of the shape kinds, in units that an instance's scale and stretch turn into metres.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "shape/shape_kind.h"

namespace keystone {

// place = position.xyz * scale + (0, position.w * stretch, 0), in the body's frame.
struct MeshVertex {
  glm::vec4 position;
  glm::vec3 normal;
  glm::vec4 bend;  // xyz: normal that a bevelled edge would have here; w: distance [m] to that edge, large when none
};

struct Mesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> indices;  // triangles, counter-clockwise from outside
};

Mesh boxMesh();                            // scale = half extents
Mesh sphereMesh(int subdivisions);         // 20 * 4^subdivisions triangles; scale = radius
Mesh capsuleMesh(int slices);              // scale = radius, stretch = half length
Mesh hullMesh(const HullData& hull);       // scale = 1
Mesh surfaceMesh(const Surface& surface);  // scale = 1
Mesh coneMesh(int slices);                 // apex at the origin, opens along +y to radius 1 at y = 1

}  // namespace keystone
