// A ray in a shape's frame, and what several kinds of shape need to cast it.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "shape/shape.h"

namespace keystone {

struct LocalRay {
  Vec3 origin, direction;  // body frame, direction unit
  Vec3 at(double distance) const { return origin + distance * direction; }
};

// A convex solid is where all its planes' normal . x <= offset: the ray enters through the last plane it enters.
class PlaneClipper {
 public:
  explicit PlaneClipper(const LocalRay& ray) : ray_(ray) {}
  void clip(const Vec3& normal, double offset);
  std::optional<RayHit> hit() const;

 private:
  const LocalRay& ray_;
  double enter_ = -1.0;  // stays negative when the ray starts inside
  double leave_ = HUGE_VAL;
  Vec3 normal_ = Vec3::Zero();
};

// A ball of `radius` [m] about `center`.
std::optional<RayHit> castBall(const LocalRay& ray, const Vec3& center, double radius);
// A triangle [m], from either side; the normal is against the ray.
std::optional<RayHit> castTriangle(const LocalRay& ray, const std::array<Vec3, 3>& corners);
// The side of a cylinder about the y axis, |y| <= half_length [m].
std::optional<RayHit> castCylinderSide(const LocalRay& ray, double radius, double half_length);

}  // namespace keystone
