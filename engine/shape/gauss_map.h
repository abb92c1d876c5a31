// The directions that look out of a convex polyhedron at its edges and corners: its Gauss map.
#pragma once

#include <array>
#include <vector>

#include "shape/shape.h"

namespace keystone {

// The normals of an edge's faces, and what lies between them: part of a great circle.
struct Arc {
  Vec3 right, left, along;  // unit; seen from outside the edge runs `along` between its right and its left face
  double angle = 0.0;       // [rad], between the normals
};
Arc arcOf(const HullData& core, std::size_t edge);

// An arc as it bounds the directions of a corner, counter-clockwise seen from outside: the turn about `inward`, the
// normal of its plane, from start to end.
struct CornerArc {
  std::size_t corner;
  Vec3 start, end, inward;  // unit
  double angle;             // [rad]
  Vec3 at(double share) const { return Eigen::AngleAxisd(share * angle, inward) * start; }
};
// At both ends of an edge.
std::array<CornerArc, 2> cornerArcs(const HullData& core, std::size_t edge);

// For each corner a unit vector between the normals of its faces, to divide its directions.
std::vector<Vec3> cornerMiddles(const HullData& core);

}  // namespace keystone
