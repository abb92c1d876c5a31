// Spheres, as the table of shapes asks for them.
#include <cmath>
#include <numbers>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr ShapeSize kSphereSizes[] = {{"radius"}};

double sphereRadius(const Shape& shape) {
  return std::get<Sphere>(shape).radius;
}

Shape makeSphere(const Vec3& sizes) {
  return Sphere{sizes.x()};
}

Vec3 sphereSizes(const Shape& shape) {
  return {sphereRadius(shape), 0.0, 0.0};
}

Vec3 sphereSupport(const Shape& shape, const Vec3& d) {
  const double length = d.norm();
  const double radius = sphereRadius(shape);
  return length > 0.0 ? Vec3(d * (radius / length)) : Vec3(radius, 0.0, 0.0);
}

Aabb sphereBounds(const Shape& shape, const Pose& pose) {
  const Vec3 half = Vec3::Constant(sphereRadius(shape));
  return {pose.position - half, pose.position + half};
}

std::optional<RayHit> castSphere(const Shape& shape, const LocalRay& ray) {
  return castBall(ray, Vec3::Zero(), sphereRadius(shape));
}

MassProperties sphereMass(const Shape& shape, double density) {
  const double radius = sphereRadius(shape);
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
  return {mass, Vec3::Zero(), Mat3::Identity() * (0.4 * mass * radius * radius)};
}

Outline sphereOutline(const Shape& shape) {
  return {{Vec3::Zero()}, sphereRadius(shape)};
}

}  // namespace

extern const ShapeKind kSphereKind;
constinit const ShapeKind kSphereKind{"sphere",      sphereSupport, sphereBounds, sphereRadius, castSphere, sphereMass,
                                      sphereOutline, nullptr,       kSphereSizes, makeSphere,   sphereSizes};

}  // namespace keystone
