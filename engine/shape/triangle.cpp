#include "shape/triangle.h"

#include <algorithm>

namespace keystone {
namespace {

Vec3 nearestOnSegment(const Vec3& from, const Vec3& to, const Vec3& point) {
  const Vec3 along = to - from;
  const double length = along.squaredNorm();
  const double share = length > 0.0 ? std::clamp(along.dot(point - from) / length, 0.0, 1.0) : 0.0;
  return from + share * along;
}

}  // namespace

Vec3 nearestOn(const Corners& corners, const Vec3& point) {
  const Vec3 area = areaOf(corners);
  Vec3 best = corners[0];
  double least = HUGE_VAL;
  bool over = area.squaredNorm() > 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 &from = corners[i], &to = corners[(i + 1) % 3];
    if (area.cross(to - from).dot(point - from) >= 0.0) continue;
    over = false;
    const Vec3 near = nearestOnSegment(from, to, point);
    const double distance = (point - near).squaredNorm();
    if (distance >= least) continue;
    least = distance;
    best = near;
  }
  if (over) return point - area.dot(point - corners[0]) / area.squaredNorm() * area;
  return best;
}

}  // namespace keystone
