// Ellipsoids with semi-axes along the body's axes: the unit ball stretched, S = diag(radii).
#include <cmath>
#include <numbers>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr ShapeSize kEllipsoidSizes[] = {{"radii", 3}};

const Vec3& radiiOf(const Shape& shape) {
  return std::get<Convex>(shape).sizes;
}

// max d . S u over unit u: u along S d.
Vec3 ellipsoidSupport(const Shape& shape, const Vec3& d) {
  const Vec3& radii = radiiOf(shape);
  const Vec3 stretched = radii.cwiseProduct(d);
  const double length = stretched.norm();
  return length > 0.0 ? Vec3(radii.cwiseProduct(stretched) / length) : Vec3(radii.x(), 0.0, 0.0);
}

Aabb ellipsoidBounds(const Shape& shape, const Pose& pose) {
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 half = (turn * radiiOf(shape).asDiagonal()).rowwise().norm();
  return {pose.position - half, pose.position + half};
}

double ellipsoidRadius(const Shape& shape) {
  return radiiOf(shape).maxCoeff();
}

// The ray in the frame where the ellipsoid is the unit ball.
std::optional<RayHit> castEllipsoid(const Shape& shape, const LocalRay& ray) {
  const Vec3& radii = radiiOf(shape);
  const Vec3 way = ray.direction.cwiseQuotient(radii);
  const double stretch = way.norm();
  const LocalRay squeezed{ray.origin.cwiseQuotient(radii), way / stretch};
  const std::optional<RayHit> hit = castBall(squeezed, Vec3::Zero(), 1.0);
  if (!hit) return std::nullopt;
  return RayHit{hit->distance / stretch, hit->normal.cwiseQuotient(radii).normalized()};
}

MassProperties ellipsoidMass(const Shape& shape, double density) {
  const Vec3& radii = radiiOf(shape);
  const double mass = density * 4.0 / 3.0 * std::numbers::pi * radii.prod();
  const Vec3 squares = radii.cwiseAbs2();
  const Vec3 diagonal(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
  return {mass, Vec3::Zero(), (mass / 5.0 * diagonal).asDiagonal()};
}

Outline ellipsoidOutline(const Shape& shape) {
  Outline outline;
  for (int k = 0; k < 3; ++k)
    for (const double side : {-1.0, 1.0}) outline.points.emplace_back(side * radiiOf(shape)[k] * Vec3::Unit(k));
  return outline;
}

void faceEllipsoid(const Shape& shape, const Vec3& d, Facing& facing) {
  facing.add(ellipsoidSupport(shape, d), 0);
}

Surface ellipsoidSurface(const Shape& shape, int around) {
  const Vec3& radii = radiiOf(shape);
  const int rings = std::max(2, around / 2);
  Surface surface;
  for (int ring = 0; ring <= rings; ++ring) {
    const double polar = std::numbers::pi * ring / rings;
    for (int i = 0; i <= around; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / around;
      const Vec3 ball(std::sin(polar) * std::sin(angle), std::cos(polar), std::sin(polar) * std::cos(angle));
      surface.points.emplace_back(radii.cwiseProduct(ball));
      surface.normals.emplace_back(ball.cwiseQuotient(radii).normalized());
    }
  }
  const int row = around + 1;
  for (int ring = 0; ring < rings; ++ring) {
    for (int i = ring * row; i < ring * row + around; ++i) {
      surface.triangles.push_back({i, i + row, i + row + 1});
      surface.triangles.push_back({i, i + row + 1, i + 1});
    }
  }
  return surface;
}

}  // namespace

extern const ShapeKind kEllipsoidKind;
constinit const ShapeKind kEllipsoidKind{
    "ellipsoid",   ellipsoidSupport, ellipsoidBounds,  ellipsoidRadius, castEllipsoid,
    ellipsoidMass, ellipsoidOutline, ellipsoidSurface, kEllipsoidSizes, makeConvex<kEllipsoidKind>,
    convexSizes,   faceEllipsoid};

}  // namespace keystone
