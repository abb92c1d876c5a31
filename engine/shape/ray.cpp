#include "shape/ray.h"

#include <algorithm>

namespace keystone {

void PlaneClipper::clip(const Vec3& normal, double offset) {
  const double height = normal.dot(ray_.origin) - offset;
  const double speed = normal.dot(ray_.direction);
  if (speed == 0.0) {
    if (height > 0.0) leave_ = -1.0;
  } else if (speed < 0.0) {
    const double distance = -height / speed;
    if (distance > enter_) {
      enter_ = distance;
      normal_ = normal;
    }
  } else {
    leave_ = std::min(leave_, -height / speed);
  }
}

std::optional<RayHit> PlaneClipper::hit() const {
  if (enter_ < 0.0 || enter_ > leave_) return std::nullopt;
  return RayHit{enter_, normal_};
}

std::optional<RayHit> castBall(const LocalRay& ray, const Vec3& center, double radius) {
  const Vec3 from = ray.origin - center;
  const double along = from.dot(ray.direction);
  // The squared miss distance, taken from the nearest point: no cancellation for far origins.
  const double miss = (from - along * ray.direction).squaredNorm();
  if (miss > radius * radius) return std::nullopt;
  const double distance = -along - std::sqrt(radius * radius - miss);
  if (distance < 0.0) return std::nullopt;
  return RayHit{distance, (from + distance * ray.direction) / radius};
}

std::optional<RayHit> castTriangle(const LocalRay& ray, const std::array<Vec3, 3>& corners) {
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const double speed = normal.dot(ray.direction);
  if (speed == 0.0) return std::nullopt;
  const double distance = normal.dot(corners[0] - ray.origin) / speed;
  if (!(distance >= 0.0)) return std::nullopt;
  const Vec3 point = ray.at(distance);
  for (std::size_t i = 0; i < 3; ++i)
    if ((corners[(i + 1) % 3] - corners[i]).cross(normal).dot(point - corners[i]) > 0.0) return std::nullopt;
  return RayHit{distance, speed < 0.0 ? normal : Vec3(-normal)};
}

std::optional<RayHit> castCylinderSide(const LocalRay& ray, double radius, double half_length) {
  const Vec2 from(ray.origin.x(), ray.origin.z());
  const Vec2 way(ray.direction.x(), ray.direction.z());
  const double a = way.squaredNorm();
  if (a == 0.0) return std::nullopt;
  const double middle = -from.dot(way) / a;
  const double miss = (from + middle * way).squaredNorm();
  if (miss > radius * radius) return std::nullopt;
  const double distance = middle - std::sqrt((radius * radius - miss) / a);
  const Vec3 point = ray.at(distance);
  if (distance < 0.0 || std::abs(point.y()) > half_length) return std::nullopt;
  return RayHit{distance, Vec3(point.x(), 0.0, point.z()) / radius};
}

}  // namespace keystone
