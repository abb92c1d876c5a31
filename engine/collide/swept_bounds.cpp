#include "collide/swept_bounds.h"

#include <algorithm>

namespace keystone {

Aabb sweptBounds(const Body& body, const Shape& shape, double margin, double h) {
  double grow = 0.5 * margin;
  const double turn = body.omega.norm() * h;
  if (turn > 0.0) grow += turn * boundingRadius(shape);
  Aabb box = bounds(shape, body.pose, grow);
  const Vec3 travel = h * body.velocity;
  box.lower += travel.cwiseMin(0.0);
  box.upper += travel.cwiseMax(0.0);
  return box;
}

bool reachesHalfSpace(const Body& body, const Shape& half_space, const Aabb& box, double margin, double h) {
  const auto& plane = std::get<HalfSpace>(half_space);
  const Vec3 normal = body.pose.rotate(plane.normal);
  const Vec3 center = 0.5 * (box.lower + box.upper) - body.pose.position;
  const Vec3 half = 0.5 * (box.upper - box.lower);
  double distance = normal.dot(center) - plane.offset - normal.cwiseAbs().dot(half);
  distance -= 0.5 * margin + h * std::max(0.0, body.velocity.dot(normal));
  distance -= h * body.omega.norm() * (center.norm() + half.norm());
  return distance <= 0.0;
}

}  // namespace keystone
