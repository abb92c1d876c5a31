// Half-spaces, as the table of shapes asks for them: unbounded and without mass.
#include <stdexcept>

#include "math/rounding.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

Vec3 halfSpaceSupport(const Shape&, const Vec3&) {
  return Vec3::Constant(kInfinity);
}

Aabb halfSpaceBounds(const Shape&, const Pose&) {
  return {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
}

double halfSpaceRadius(const Shape&) {
  return kInfinity;
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
constinit const ShapeKind kHalfSpaceKind{"halfspace",     halfSpaceSupport, halfSpaceBounds,
                                         halfSpaceRadius, castHalfSpace,    halfSpaceMass};

}  // namespace keystone
