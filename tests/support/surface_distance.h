// How far the surfaces of two bodies in space are apart.
#pragma once

#include <cmath>

#include "collide/parting.h"
#include "shape/shape_kind.h"

namespace keystone {

// [m], negative where they overlap. Not for half-spaces.
inline double surfaceDistance(const Shape& shape_a, const Pose& a, const Shape& shape_b, const Pose& b) {
  PolytopeStore store(2);
  const auto core = [&](const Shape& shape, const Pose& pose) -> ConvexCore {
    const Vec3 center = pose.position - a.position;
    if (std::holds_alternative<Convex>(shape)) return {shape, pose, center};
    if (std::holds_alternative<Box>(shape) || std::holds_alternative<Hull>(shape))
      return {store.place(shape, pose), center};
    return ConvexCore(makeRoundSegment(shape, pose, center));
  };
  const ConvexCore core_a = core(shape_a, a), core_b = core(shape_b, b);
  Parting parting;
  findParting(core_a, core_b, 0.1, HUGE_VAL, parting);
  return parting.separation - core_a.radius() - core_b.radius();
}

}  // namespace keystone
