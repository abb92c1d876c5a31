// Right circular cylinders about the body's y axis.
#include <cmath>
#include <numbers>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr ShapeSize kCylinderSizes[] = {{"radius"}, {"length"}};

// Contact knows the rim of a cap by points fixed to the body, and the one that is farthest wherever that is. The
// polygon of the fixed ones lies within 2 % of the radius of the circle.
constexpr std::uint32_t kRim = 16;
constexpr std::uint32_t kFarthest = 2 * kRim;  // first of the names of the farthest points, after both rims
// A cap turned by less (the sine) lies flat: no rim point is farther than the others by more than rounding.
constexpr double kFlat = 1e-7;

struct Cylinder {
  double radius, half;  // [m], half of the length
};

Cylinder cylinderOf(const Shape& shape) {
  const Vec3& sizes = std::get<Convex>(shape).sizes;
  return {sizes.x(), 0.5 * sizes.y()};
}

Vec3 onRim(const Cylinder& cylinder, double side, double x, double z) {
  return {cylinder.radius * x, side * cylinder.half, cylinder.radius * z};
}

Vec3 cylinderSupport(const Shape& shape, const Vec3& d) {
  const Cylinder cylinder = cylinderOf(shape);
  const double across = std::hypot(d.x(), d.z());
  const double side = std::copysign(1.0, d.y());
  return across > 0.0 ? onRim(cylinder, side, d.x() / across, d.z() / across) : onRim(cylinder, side, 1.0, 0.0);
}

// A disc about the axis e reaches r sqrt(1 - e_k^2) along k.
Aabb cylinderBounds(const Shape& shape, const Pose& pose) {
  const Cylinder cylinder = cylinderOf(shape);
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 disc = (turn.col(0).cwiseAbs2() + turn.col(2).cwiseAbs2()).cwiseSqrt();
  const Vec3 half = cylinder.half * turn.col(1).cwiseAbs() + cylinder.radius * disc;
  return {pose.position - half, pose.position + half};
}

double cylinderRadius(const Shape& shape) {
  const Cylinder cylinder = cylinderOf(shape);
  return std::hypot(cylinder.radius, cylinder.half);
}

std::optional<RayHit> castCylinder(const Shape& shape, const LocalRay& ray) {
  const auto [radius, half] = cylinderOf(shape);
  const bool inside = std::abs(ray.origin.y()) < half && std::hypot(ray.origin.x(), ray.origin.z()) < radius;
  if (inside) return std::nullopt;
  std::optional<RayHit> first = castCylinderSide(ray, radius, half);
  for (const double side : {-1.0, 1.0}) {
    if (ray.direction.y() * side >= 0.0) continue;
    const double distance = (side * half - ray.origin.y()) / ray.direction.y();
    const Vec3 point = ray.at(distance);
    const bool hit = distance >= 0.0 && std::hypot(point.x(), point.z()) <= radius;
    if (hit && (!first || distance < first->distance)) first = RayHit{distance, side * Vec3::UnitY()};
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

// The cap on `side`, and in its place on the rim the point farthest along d.
void faceCap(const Cylinder& cylinder, double side, const Vec3& d, Facing& facing) {
  facing.face = side > 0.0 ? 0 : 1;
  facing.normal = side * Vec3::UnitY();
  const double across = std::hypot(d.x(), d.z());
  // Counter-clockwise seen from +y is from z to x.
  const double farthest = std::atan2(d.x(), d.z());
  bool missing = across > kFlat;
  const auto addFarthest = [&] {
    missing = false;
    facing.add(onRim(cylinder, side, d.x() / across, d.z() / across),
               kFarthest + static_cast<std::uint32_t>(facing.face));
  };
  for (std::uint32_t i = 0; i < kRim; ++i) {
    const std::uint32_t k = side > 0.0 ? i : kRim - 1 - i;
    const double angle = (static_cast<double>(k) + 0.5) * 2.0 * std::numbers::pi / kRim - std::numbers::pi;
    if (missing && side * (angle - farthest) > 0.0) addFarthest();
    facing.add(onRim(cylinder, side, std::sin(angle), std::cos(angle)), k + (side > 0.0 ? 0 : kRim));
  }
  if (missing) addFarthest();
}

// A cap where d is nearer to the axis than to the side, else the line along the side.
void faceCylinder(const Shape& shape, const Vec3& d, Facing& facing) {
  const Cylinder cylinder = cylinderOf(shape);
  const double across = std::hypot(d.x(), d.z());
  if (std::abs(d.y()) > across) return faceCap(cylinder, std::copysign(1.0, d.y()), d, facing);
  facing.add(onRim(cylinder, 1.0, d.x() / across, d.z() / across), kFarthest);
  facing.add(onRim(cylinder, -1.0, d.x() / across, d.z() / across), kFarthest + 1);
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
      add(onRim(cylinder, side, out.x(), out.z()), out);
      add(onRim(cylinder, side, out.x(), out.z()), side * Vec3::UnitY());
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
constinit const ShapeKind kCylinderKind{.id = "cylinder",
                                        .sizes = kCylinderSizes,
                                        .make = [](const Vec3& sizes) -> Shape {
                                          return Convex{&kCylinderKind, sizes};
                                        },
                                        .sizesOf = [](const Shape& shape) { return std::get<Convex>(shape).sizes; },
                                        .support = cylinderSupport,
                                        .bounds = cylinderBounds,
                                        .radius = cylinderRadius,
                                        .castRay = castCylinder,
                                        .mass = cylinderMass,
                                        .outline = cylinderOutline,
                                        .facing = faceCylinder,
                                        .surface = cylinderSurface};

}  // namespace keystone
