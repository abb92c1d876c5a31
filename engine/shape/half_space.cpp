// Half-spaces, as the table of shapes asks for them: unbounded and without mass.
#include <limits>
#include <stdexcept>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

Vec3 halfSpaceSupport(const Shape&, const Vec3&) {
  return Vec3::Constant(kEverywhere);
}

Aabb halfSpaceBounds(const Shape&, const Pose&) {
  return {Vec3::Constant(-kEverywhere), Vec3::Constant(kEverywhere)};
}

double halfSpaceRadius(const Shape&) {
  return kEverywhere;
}

std::optional<RayHit> castHalfSpace(const Shape& shape, const LocalRay& ray) {
  const auto& half_space = std::get<HalfSpace>(shape);
  PlaneClipper clipper(ray);
  clipper.clip(half_space.normal, half_space.offset);
  return clipper.hit();
}

MassProperties halfSpaceMass(const Shape&, double) {
  throw std::invalid_argument("a half-space has no mass");
}

}  // namespace

extern const ShapeKind kHalfSpaceKind;
constinit const ShapeKind kHalfSpaceKind{.id = "halfspace",
                                         .support = halfSpaceSupport,
                                         .bounds = halfSpaceBounds,
                                         .radius = halfSpaceRadius,
                                         .castRay = castHalfSpace,
                                         .mass = halfSpaceMass};

}  // namespace keystone
