// How far the surfaces of two bodies in space are apart.
#pragma once

#include <cmath>

#include "collide/separation.h"
#include "shape/compound.h"
#include "shape/shape_kind.h"

namespace keystone {

// [m] Of convex shapes, not half-spaces: negative where they overlap; infinite where it is more than `bound` [m].
inline double convexDistance(const Shape& shape_a, const Pose& a, const Shape& shape_b, const Pose& b,
                             double bound = HUGE_VAL) {
  PolytopeStore store(2);
  const auto core = [&](const Shape& shape, const Pose& pose) -> ConvexCore {
    const Vec3 center = pose.position - a.position;
    if (std::holds_alternative<Convex>(shape)) return {shape, pose, center};
    if (std::holds_alternative<Box>(shape) || std::holds_alternative<Hull>(shape))
      return {store.place(shape, pose), center};
    return ConvexCore(makeRoundSegment(shape, pose, center));
  };
  const ConvexCore core_a = core(shape_a, a), core_b = core(shape_b, b);
  const double radius = core_a.radius() + core_b.radius();
  // A cheap look first: most pairs of parts are far apart.
  const Vec3 way = (core_b.center() - core_a.center()).normalized();
  if (separationAlong(core_a, core_b, way) > bound + radius) return HUGE_VAL;
  Separation parting;
  if (!findSeparation(core_a, core_b, 0.1, bound + radius, parting)) return HUGE_VAL;
  return parting.separation - radius;
}

// [m] Of shapes of all kinds, of which one may be a half-space; at least `bound` [m] where it is more than that.
// Distance fields count as their triangles, which have nothing behind them.
inline double surfaceDistance(const Shape& shape_a, const Pose& a, const Shape& shape_b, const Pose& b,
                              double bound = HUGE_VAL) {
  if (isHalfSpace(shape_b)) return surfaceDistance(shape_b, b, shape_a, a, bound);
  if (const auto* half_space = std::get_if<HalfSpace>(&shape_a)) {
    const Vec3 up = a.rotate(half_space->normal);
    return up.dot(b.toWorld(support(shape_b, b.orientation.conjugate() * -up)) - a.position) - half_space->offset;
  }
  if (partCount(shape_b) > partCount(shape_a)) return surfaceDistance(shape_b, b, shape_a, a, bound);
  double least = bound;
  const auto* compound = std::get_if<Compound>(&shape_a);
  for (int k = 0; k < partCount(shape_b); ++k) {
    const PartView part_b = partOf(shape_b, k);
    const Pose pose_b = b * part_b.pose;
    const double radius = boundingRadius(part_b.shape);
    const auto visit = [&](int i) {
      const PartView part_a = partOf(shape_a, i);
      least = std::min(least, convexDistance(part_a.shape, a * part_a.pose, part_b.shape, pose_b, least));
      return least + radius;
    };
    if (compound != nullptr)
      compound->data->tree.findNear(a.toLocal(pose_b.position), least + radius, visit);
    else
      visit(0);
  }
  return least;
}

}  // namespace keystone
