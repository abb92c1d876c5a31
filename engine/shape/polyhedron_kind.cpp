// Convex polyhedra, as the table of shapes asks for them.
#include <cmath>
#include <limits>

#include "shape/polyhedron.h"
#include "shape/shape_kind.h"

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
  return vertices[best];
}

Aabb hullBounds(const Shape& shape, const Pose& pose) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const Mat3 rotation = pose.orientation.toRotationMatrix();
  Aabb box{Vec3::Constant(kFar), Vec3::Constant(-kFar)};
  for (const Vec3& vertex : hullOf(shape).vertices) {
    const Vec3 turned = rotation * vertex;
    box.lower = box.lower.cwiseMin(turned);
    box.upper = box.upper.cwiseMax(turned);
  }
  box.lower += pose.position;
  box.upper += pose.position;
  return box;
}

double hullRadius(const Shape& shape) {
  double squared = 0.0;
  for (const Vec3& vertex : hullOf(shape).vertices) squared = std::max(squared, vertex.squaredNorm());
  return std::sqrt(squared);
}

std::optional<RayHit> castHull(const Shape& shape, const LocalRay& ray) {
  const HullData& hull = hullOf(shape);
  PlaneClipper clipper(ray);
  for (std::size_t i = 0; i < hull.normals.size(); ++i) clipper.clip(hull.normals[i], hull.offsets[i]);
  return clipper.hit();
}

MassProperties hullMass(const Shape& shape, double density) {
  const VolumeIntegrals sum = integrate(hullOf(shape).vertices, hullOf(shape).faces);
  MassProperties result;
  result.mass = density * sum.volume;
  result.center = sum.first / sum.volume;
  const Mat3 second = density * (sum.second - sum.volume * result.center * result.center.transpose());
  const Mat3 inertia = second.trace() * Mat3::Identity() - second;
  result.inertia = inertia.selfadjointView<Eigen::Upper>();  // symmetric to the last bit, which files rely on
  return result;
}

Outline hullOutline(const Shape& shape) {
  return {hullOf(shape).vertices, 0.0};
}

}  // namespace

extern const ShapeKind kHullKind;
constinit const ShapeKind kHullKind{.id = "hull",
                                    .support = hullSupport,
                                    .bounds = hullBounds,
                                    .radius = hullRadius,
                                    .castRay = castHull,
                                    .mass = hullMass,
                                    .outline = hullOutline};

}  // namespace keystone
