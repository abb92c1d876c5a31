// Right circular cylinders about the body's y axis.
#include <cmath>
#include <numbers>

#include "shape/disc.h"

namespace keystone {
namespace {

constexpr ShapeSize kCylinderSizes[] = {{"radius"}, {"length"}};

constexpr std::uint32_t kFarthest = 2 * kRimPoints;  // first of the names of the farthest points, after both rims

struct Cylinder {
  double radius, half;  // [m], half of the length
  Disc cap(double side) const { return {radius, side * half, side}; }
};

Cylinder cylinderOf(const Shape& shape) {
  const Vec3& sizes = std::get<Convex>(shape).sizes;
  return {sizes.x(), 0.5 * sizes.y()};
}

Vec3 cylinderSupport(const Shape& shape, const Vec3& d) {
  const Cylinder cylinder = cylinderOf(shape);
  const double across = std::hypot(d.x(), d.z());
  const Disc cap = cylinder.cap(std::copysign(1.0, d.y()));
  return across > 0.0 ? cap.onRim(d.x() / across, d.z() / across) : cap.onRim(1.0, 0.0);
}

Aabb cylinderBounds(const Shape& shape, const Pose& pose) {
  const Cylinder cylinder = cylinderOf(shape);
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 half = cylinder.half * turn.col(1).cwiseAbs() + cylinder.radius * discReach(turn);
  return {pose.position - half, pose.position + half};
}

double cylinderRadius(const Shape& shape) {
  const Cylinder cylinder = cylinderOf(shape);
  return std::hypot(cylinder.radius, cylinder.half);
}

std::optional<RayHit> castCylinder(const Shape& shape, const LocalRay& ray) {
  const Cylinder cylinder = cylinderOf(shape);
  const auto [radius, half] = cylinder;
  const bool inside = std::abs(ray.origin.y()) < half && std::hypot(ray.origin.x(), ray.origin.z()) < radius;
  if (inside) return std::nullopt;
  std::optional<RayHit> first = castCylinderSide(ray, radius, half);
  for (const double side : {-1.0, 1.0}) {
    const std::optional<RayHit> cap = castDisc(ray, cylinder.cap(side));
    if (cap && (!first || cap->distance < first->distance)) first = cap;
  }
  return first;
}

MassProperties cylinderMass(const Shape& shape, double density) {
  const auto [radius, half] = cylinderOf(shape);
  const double mass = density * std::numbers::pi * radius * radius * 2.0 * half;
  const double across = mass * (0.25 * radius * radius + half * half / 3.0);
  return {mass, Vec3::Zero(), Vec3(across, 0.5 * mass * radius * radius, across).asDiagonal()};
}

Outline cylinderOutline(const Shape& shape) {
  const auto [radius, half] = cylinderOf(shape);
  return {{Vec3(0, half, 0), Vec3(0, -half, 0)}, radius};
}

// A cap where d is nearer to the axis than to the side, else the line along the side.
void faceCylinder(const Shape& shape, const Vec3& d, Facing& facing) {
  const Cylinder cylinder = cylinderOf(shape);
  const double across = std::hypot(d.x(), d.z());
  if (std::abs(d.y()) > across) {
    const Disc cap = cylinder.cap(std::copysign(1.0, d.y()));
    facing.face = cap.side > 0.0 ? 0 : 1;
    facing.normal = cap.side * Vec3::UnitY();
    const auto face = static_cast<std::uint32_t>(facing.face);
    return faceDisc(cap, d, face * kRimPoints, kFarthest + face, facing);
  }
  facing.add(cylinder.cap(1.0).onRim(d.x() / across, d.z() / across), kFarthest);
  facing.add(cylinder.cap(-1.0).onRim(d.x() / across, d.z() / across), kFarthest + 1);
}

Surface cylinderSurface(const Shape& shape, int around) {
  const Cylinder cylinder = cylinderOf(shape);
  Surface surface;
  const auto add = [&](const Vec3& point, const Vec3& normal) {
    surface.points.push_back(point);
    surface.normals.push_back(normal);
  };
  for (int i = 0; i <= around; ++i) {  // four points each: side and cap, above and below
    const double angle = 2.0 * std::numbers::pi * i / around;
    const Vec3 out(std::sin(angle), 0.0, std::cos(angle));
    for (const double side : {1.0, -1.0}) {
      add(cylinder.cap(side).onRim(out.x(), out.z()), out);
      add(cylinder.cap(side).onRim(out.x(), out.z()), side * Vec3::UnitY());
    }
  }
  const int top = static_cast<int>(surface.points.size());
  add(Vec3(0, cylinder.half, 0), Vec3::UnitY());
  add(Vec3(0, -cylinder.half, 0), -Vec3::UnitY());
  for (int i = 0; i < 4 * around; i += 4) {
    surface.triangles.push_back({i, i + 2, i + 4});
    surface.triangles.push_back({i + 4, i + 2, i + 6});
    surface.triangles.push_back({i + 1, i + 5, top});
    surface.triangles.push_back({i + 7, i + 3, top + 1});
  }
  return surface;
}

}  // namespace

extern const ShapeKind kCylinderKind;
constinit const ShapeKind kCylinderKind{
    "cylinder",   cylinderSupport, cylinderBounds,  cylinderRadius, castCylinder,
    cylinderMass, cylinderOutline, cylinderSurface, kCylinderSizes, makeConvex<kCylinderKind>,
    convexSizes,  faceCylinder};

}  // namespace keystone
