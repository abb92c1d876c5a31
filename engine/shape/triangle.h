// Triangles in space.
#pragma once

#include <array>

#include "math/types.h"

namespace keystone {

using Corners = std::array<Vec3, 3>;  // [m], counter-clockwise seen from the front

// Twice its area [m^2], along its normal.
inline Vec3 areaOf(const Corners& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]);
}

// The point of the triangle that is nearest to `point` [m].
Vec3 nearestOn(const Corners& corners, const Vec3& point);

}  // namespace keystone
