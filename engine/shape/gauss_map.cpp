#include "shape/gauss_map.h"

#include <cmath>

namespace keystone {

Arc arcOf(const HullData& core, std::size_t edge) {
  const auto [from, to] = core.edges[edge];
  const auto [left, right] = core.edge_faces[edge];
  Arc arc;
  arc.right = core.normals[right];
  arc.left = core.normals[left];
  arc.along = (core.vertices[to] - core.vertices[from]).normalized();
  arc.angle = std::atan2(arc.left.cross(arc.right).norm(), arc.left.dot(arc.right));
  return arc;
}

std::array<CornerArc, 2> cornerArcs(const HullData& core, std::size_t edge) {
  const Arc arc = arcOf(core, edge);
  const auto [from, to] = core.edges[edge];
  return {CornerArc{static_cast<std::size_t>(from), arc.right, arc.left, -arc.along, arc.angle},
          CornerArc{static_cast<std::size_t>(to), arc.left, arc.right, arc.along, arc.angle}};
}

std::vector<Vec3> cornerMiddles(const HullData& core) {
  std::vector<Vec3> middles(core.vertices.size(), Vec3::Zero());
  for (std::size_t f = 0; f < core.faces.size(); ++f)
    for (const int v : core.faces[f]) middles[v] += core.normals[f];
  for (Vec3& middle : middles) middle.normalize();
  return middles;
}

}  // namespace keystone
