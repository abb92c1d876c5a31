// Convex polyhedra, as the table of shapes asks for them.
#include <cmath>

#include "math/rounding.h"
#include "shape/rounded.h"

namespace keystone {
namespace {

const HullData& hullOf(const Shape& shape) {
  return *std::get<Hull>(shape).data;
}

Vec3 hullSupport(const Shape& shape, const Vec3& d) {
  const std::vector<Vec3>& vertices = hullOf(shape).vertices;
  std::size_t best = 0;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    if (vertices[i].dot(d) > vertices[best].dot(d)) best = i;
  }
  const double margin = hullOf(shape).margin;
  return margin > 0.0 ? Vec3(vertices[best] + margin * d.stableNormalized()) : vertices[best];
}

Aabb hullBounds(const Shape& shape, const Pose& pose) {
  const Mat3 rotation = pose.orientation.toRotationMatrix();
  Aabb box{Vec3::Constant(kInfinity), Vec3::Constant(-kInfinity)};
  for (const Vec3& vertex : hullOf(shape).vertices) {
    const Vec3 turned = rotation * vertex;
    box.lower = box.lower.cwiseMin(turned);
    box.upper = box.upper.cwiseMax(turned);
  }
  const Vec3 margin = Vec3::Constant(hullOf(shape).margin);
  box.lower += pose.position - margin;
  box.upper += pose.position + margin;
  return box;
}

double hullRadius(const Shape& shape) {
  double squared = 0.0;
  for (const Vec3& vertex : hullOf(shape).vertices) squared = std::max(squared, vertex.squaredNorm());
  return std::sqrt(squared) + hullOf(shape).margin;
}

std::optional<RayHit> castHull(const Shape& shape, const LocalRay& ray) {
  const HullData& hull = hullOf(shape);
  if (hull.margin > 0.0) return castRounded(hull, hull.margin, ray);
  PlaneClipper clipper(ray);
  for (std::size_t i = 0; i < hull.normals.size(); ++i) clipper.clip(hull.normals[i], hull.offsets[i]);
  return clipper.hit();
}

MassProperties hullMass(const Shape& shape, double density) {
  const HullData& hull = hullOf(shape);
  return ofIntegrals(hull.margin > 0.0 ? integrateRounded(hull, hull.margin) : integrate(hull.vertices, hull.faces),
                     density);
}

Outline hullOutline(const Shape& shape) {
  return {hullOf(shape).vertices, hullOf(shape).margin};
}

Surface hullSurface(const Shape& shape, int around) {
  return roundedSurface(hullOf(shape), hullOf(shape).margin, around);
}

}  // namespace

extern const ShapeKind kHullKind;
constinit const ShapeKind kHullKind{"hull",   hullSupport, hullBounds,  hullRadius,
                                    castHull, hullMass,    hullOutline, hullSurface};

}  // namespace keystone
