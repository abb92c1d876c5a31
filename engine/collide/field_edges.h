// Where sharp edges of two bodies made of triangles cross: between their corners, none of which need touch.
#pragma once

#include <cstdint>
#include <vector>

#include "body/body.h"
#include "shape/shape.h"

namespace keystone {

// An edge that two triangles of a body meet in, which is sharp and turned outward. World frame.
struct SharpEdge {
  Vec3 from;          // [m], a corner
  Vec3 along;         // unit, to the other corner
  double length;      // [m]
  Vec3 normal, next;  // unit, of the two triangles
  int part;           // one of them
  int number;         // among all edges of the body

  Vec3 at(double s) const { return from + s * along; }
  Vec3 middle() const { return at(0.5 * length); }
};
// Those of some parts of a body made of triangles; `edges` is overwritten.
void sharpEdges(const Body& body, const Shape& shape, const std::vector<int>& parts, std::vector<SharpEdge>& edges);

// Two edges that face each other where they cross.
struct EdgeCrossing {
  Vec3 on_a, on_b;  // [m], world frame
  Vec3 normal;      // unit, a to b, at right angles to both
  double gap;       // [m], along it
  int part_b;
  std::uint32_t feature;
};
// No farther away from each other than `limit` [m] or half the longest edge, and no deeper in each other; appended.
// Faster bodies are met by their corners until they are so near: farther ahead, all edges would be near all others.
void crossingEdges(const std::vector<SharpEdge>& of_a, const std::vector<SharpEdge>& of_b, double limit,
                   std::vector<EdgeCrossing>& crossings);

}  // namespace keystone
