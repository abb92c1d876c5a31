// Capsules, as the table of shapes asks for them.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr ShapeSize kCapsuleSizes[] = {{"radius"}, {"length"}};

const Capsule& capsuleOf(const Shape& shape) {
  return std::get<Capsule>(shape);
}

Shape makeCapsule(const Vec3& sizes) {
  return Capsule{sizes.x(), sizes.y() / 2.0};
}

Vec3 capsuleSizes(const Shape& shape) {
  return {capsuleOf(shape).radius, 2.0 * capsuleOf(shape).half_length, 0.0};
}

Vec3 capsuleSupport(const Shape& shape, const Vec3& d) {
  const auto& [radius, half_length] = capsuleOf(shape);
  const double length = d.norm();
  const Vec3 on_ball = length > 0.0 ? Vec3(d * (radius / length)) : Vec3(radius, 0.0, 0.0);
  return on_ball + Vec3(0.0, std::copysign(half_length, d.y()), 0.0);
}

Aabb capsuleBounds(const Shape& shape, const Pose& pose) {
  const Capsule& capsule = capsuleOf(shape);
  const Vec3 half = pose.rotate(Vec3::UnitY() * capsule.half_length).cwiseAbs() + Vec3::Constant(capsule.radius);
  return {pose.position - half, pose.position + half};
}

double capsuleRadius(const Shape& shape) {
  return capsuleOf(shape).half_length + capsuleOf(shape).radius;
}

std::optional<RayHit> castCapsule(const Shape& shape, const LocalRay& ray) {
  const Capsule& capsule = capsuleOf(shape);
  const Vec3 nearest(0.0, std::clamp(ray.origin.y(), -capsule.half_length, capsule.half_length), 0.0);
  if ((ray.origin - nearest).norm() < capsule.radius) return std::nullopt;
  std::optional<RayHit> first = castCylinderSide(ray, capsule.radius, capsule.half_length);
  for (const double end : {-capsule.half_length, capsule.half_length}) {
    const std::optional<RayHit> cap = castBall(ray, Vec3(0.0, end, 0.0), capsule.radius);
    if (cap && (!first || cap->distance < first->distance)) first = cap;
  }
  return first;
}

// A cylinder and two half balls, whose centres of mass lie 3/8 r beyond the segment's ends.
MassProperties capsuleMass(const Shape& shape, double density) {
  const double r = capsuleOf(shape).radius;
  const double l = capsuleOf(shape).half_length;
  const double cylinder = density * std::numbers::pi * r * r * 2.0 * l;
  const double balls = density * 4.0 / 3.0 * std::numbers::pi * r * r * r;
  const double axial = cylinder * 0.5 * r * r + balls * 0.4 * r * r;
  const double across = cylinder * (0.25 * r * r + l * l / 3.0) + balls * (0.4 * r * r + 0.75 * r * l + l * l);
  return {cylinder + balls, Vec3::Zero(), Vec3(across, axial, across).asDiagonal()};
}

Outline capsuleOutline(const Shape& shape) {
  const auto& [radius, half_length] = capsuleOf(shape);
  return {{Vec3(0, half_length, 0), Vec3(0, -half_length, 0)}, radius};
}

}  // namespace

extern const ShapeKind kCapsuleKind;
constinit const ShapeKind kCapsuleKind{"capsule",     capsuleSupport, capsuleBounds,  capsuleRadius,
                                       castCapsule,   capsuleMass,    capsuleOutline, nullptr,
                                       kCapsuleSizes, makeCapsule,    capsuleSizes};

}  // namespace keystone
