// The cut of a shape with the plane z = 0: a convex polygon with rounded corners.
#pragma once

#include <array>

#include "shape/shape.h"

namespace keystone {

// Counter-clockwise. One point and a radius is a disc, two points and a radius a capsule; edge i runs from point i to
// point i + 1 (a capsule has two edges, there and back), a disc has none.
struct PlanarPolygon {
  static constexpr int kCapacity = 64;
  int count = 0;
  double radius = 0.0;                  // [m]
  std::array<Vec2, kCapacity> points;   // [m]
  std::array<Vec2, kCapacity> normals;  // unit, outward, of edge i; empty for a disc

  int edges() const { return count > 1 ? count : 0; }
  int next(int i) const { return i + 1 < count ? i + 1 : 0; }
};

// The point of the plane z = 0.
inline Vec3 lift(const Vec2& v) {
  return {v.x(), v.y(), 0.0};
}

// The cut, at `center` [m] instead of the pose's x and y. Empty when the shape misses the plane. Boxes and hulls with a
// margin must be prisms along z. A capsule must lie in
// the plane or across it. Not for half-spaces. Throws std::invalid_argument if the cut has more than kCapacity corners.
void planarSection(const Shape& shape, const Pose& pose, const Vec2& center, PlanarPolygon& polygon);

}  // namespace keystone
