// Boxes, as the table of shapes asks for them.
#include <cmath>

#include "shape/box_polyhedron.h"
#include "shape/rounded.h"

namespace keystone {
namespace {

constexpr ShapeSize kBoxSizes[] = {{"size", 3}};

const Box& boxOf(const Shape& shape) {
  return std::get<Box>(shape);
}

Shape makeBox(const Vec3& size) {
  return Box{.half = size / 2.0};
}

Vec3 boxSize(const Shape& shape) {
  return 2.0 * boxOf(shape).half;
}

Vec3 boxSupport(const Shape& shape, const Vec3& d) {
  const auto& [half, margin] = boxOf(shape);
  const Vec3 corner(std::copysign(half.x(), d.x()), std::copysign(half.y(), d.y()), std::copysign(half.z(), d.z()));
  return margin > 0.0 ? Vec3(corner + margin * d.stableNormalized()) : corner;
}

Aabb boxBounds(const Shape& shape, const Pose& pose) {
  const Vec3 half =
      pose.orientation.toRotationMatrix().cwiseAbs() * boxOf(shape).half + Vec3::Constant(boxOf(shape).margin);
  return {pose.position - half, pose.position + half};
}

double boxRadius(const Shape& shape) {
  return boxOf(shape).half.norm() + boxOf(shape).margin;
}

std::optional<RayHit> castBox(const Shape& shape, const LocalRay& ray) {
  const Box& box = boxOf(shape);
  if (box.margin > 0.0) return castRounded(boxPolyhedron(box.half), box.margin, ray);
  PlaneClipper clipper(ray);
  for (int axis = 0; axis < 3; ++axis) {
    clipper.clip(Vec3::Unit(axis), box.half[axis]);
    clipper.clip(-Vec3::Unit(axis), box.half[axis]);
  }
  return clipper.hit();
}

MassProperties boxMass(const Shape& shape, double density) {
  const Box& box = boxOf(shape);
  if (box.margin > 0.0) return ofIntegrals(integrateRounded(boxPolyhedron(box.half), box.margin), density);
  const double mass = density * 8.0 * box.half.prod();
  const Vec3 squares = box.half.cwiseAbs2();
  const Vec3 diagonal(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
  return {mass, Vec3::Zero(), (mass / 3.0 * diagonal).asDiagonal()};
}

Outline boxOutline(const Shape& shape) {
  Outline outline{{}, boxOf(shape).margin};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 side((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
    outline.points.emplace_back(boxOf(shape).half.cwiseProduct(side));
  }
  return outline;
}

Surface boxSurface(const Shape& shape, int around) {
  return roundedSurface(boxPolyhedron(boxOf(shape).half), boxOf(shape).margin, around);
}

}  // namespace

extern const ShapeKind kBoxKind;
constinit const ShapeKind kBoxKind{"box",      boxSupport, boxBounds, boxRadius, castBox, boxMass,
                                   boxOutline, boxSurface, kBoxSizes, makeBox,   boxSize};

}  // namespace keystone
