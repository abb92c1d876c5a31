// Right circular cones about the body's y axis. The apex points along +y; the origin is the centre of mass, a quarter
// of the height above the base.
#include <cmath>
#include <numbers>

#include "shape/disc.h"

namespace keystone {
namespace {

constexpr ShapeSize kConeSizes[] = {{"radius"}, {"height"}};

constexpr std::uint32_t kConeFarthest = kRimPoints;  // names: the rim, its farthest point, the apex
constexpr std::uint32_t kConeApex = kConeFarthest + 1;

struct Cone {
  double radius, height;  // [m]
  double top() const { return 0.75 * height; }
  double slant() const { return std::hypot(radius, height); }  // [m], from the apex to the rim
  Vec3 apex() const { return {0.0, top(), 0.0}; }
  Disc base() const { return {radius, -0.25 * height, -1.0}; }
};

Cone coneOf(const Shape& shape) {
  const Vec3& sizes = std::get<Convex>(shape).sizes;
  return {sizes.x(), sizes.y()};
}

Vec3 coneSupport(const Shape& shape, const Vec3& d) {
  const Cone cone = coneOf(shape);
  const double across = std::hypot(d.x(), d.z());
  if (d.y() * cone.height > across * cone.radius) return cone.apex();
  return across > 0.0 ? cone.base().onRim(d.x() / across, d.z() / across) : cone.base().onRim(1.0, 0.0);
}

Aabb coneBounds(const Shape& shape, const Pose& pose) {
  const Cone cone = coneOf(shape);
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 apex = cone.top() * turn.col(1), base = cone.base().y * turn.col(1);
  const Vec3 rim = cone.radius * discReach(turn);
  return {pose.position + apex.cwiseMin(base - rim), pose.position + apex.cwiseMax(base + rim)};
}

double coneRadius(const Shape& shape) {
  const Cone cone = coneOf(shape);
  return std::max(cone.top(), std::hypot(cone.radius, cone.base().y));
}

// The side is where f = x^2 + z^2 - k^2 s^2 = 0, k = radius / height and s the depth below the apex, 0 to the height.
// Along a ray f is a t^2 + 2 b t + c. The ray enters where f falls through 0, at t = (-b - sqrt(D)) / a whatever the
// sign of a. `ray` starts near the cone, and t may be negative.
std::optional<double> enterSide(const Cone& cone, const LocalRay& ray) {
  const double k = cone.radius / cone.height;
  const Vec2 from(ray.origin.x(), ray.origin.z()), way(ray.direction.x(), ray.direction.z());
  const double s = cone.top() - ray.origin.y(), sink = -ray.direction.y();
  const double a = way.squaredNorm() - k * k * sink * sink, b = from.dot(way) - k * k * s * sink;
  const double c = from.squaredNorm() - k * k * s * s;
  const double turn = from.x() * way.y() - from.y() * way.x();
  const double discriminant = k * k * (s * way - sink * from).squaredNorm() - turn * turn;  // b^2 - a c, not cancelled
  if (discriminant < 0.0) return std::nullopt;
  const double root = std::sqrt(discriminant);
  if (b >= 0.0 && a == 0.0) return std::nullopt;
  const double t = b < 0.0 ? c / (root - b) : -(b + root) / a;
  const double depth = s + t * sink;
  return depth >= 0.0 && depth <= cone.height ? std::optional(t) : std::nullopt;
}

std::optional<RayHit> castSide(const Cone& cone, const LocalRay& ray) {
  const double nearest = -ray.origin.dot(ray.direction);  // far origins would cost digits
  const LocalRay close{ray.at(nearest), ray.direction};
  const std::optional<double> t = enterSide(cone, close);
  if (!t || nearest + *t < 0.0) return std::nullopt;
  const Vec3 point = close.at(*t);
  const double out = std::hypot(point.x(), point.z());
  if (out == 0.0) return RayHit{nearest + *t, Vec3::UnitY()};  // the apex
  const Vec3 normal(cone.height * point.x() / out, cone.radius, cone.height * point.z() / out);
  return RayHit{nearest + *t, normal / cone.slant()};
}

std::optional<RayHit> castCone(const Shape& shape, const LocalRay& ray) {
  const Cone cone = coneOf(shape);
  const double depth = cone.top() - ray.origin.y();
  const bool inside =
      depth < cone.height && std::hypot(ray.origin.x(), ray.origin.z()) * cone.height < cone.radius * depth;
  if (inside) return std::nullopt;
  const std::optional<RayHit> side = castSide(cone, ray), base = castDisc(ray, cone.base());
  return base && (!side || base->distance < side->distance) ? base : side;
}

MassProperties coneMass(const Shape& shape, double density) {
  const auto [radius, height] = coneOf(shape);
  const double mass = density * std::numbers::pi * radius * radius * height / 3.0;
  const double across = mass * (0.15 * radius * radius + 0.0375 * height * height);
  return {mass, Vec3::Zero(), Vec3(across, 0.3 * mass * radius * radius, across).asDiagonal()};
}

Outline coneOutline(const Shape& shape) {
  const Cone cone = coneOf(shape);
  return {{cone.apex(), Vec3(0.0, cone.base().y, 0.0)}, cone.radius};
}

// The base where d is nearer to its normal than to the side's, else the line from the rim to the apex.
void faceCone(const Shape& shape, const Vec3& d, Facing& facing) {
  const Cone cone = coneOf(shape);
  const double across = std::hypot(d.x(), d.z());
  const double along_side = (across * cone.height + d.y() * cone.radius) / cone.slant();  // d . its normal
  if (-d.y() > along_side) {
    facing.face = 0;
    facing.normal = -Vec3::UnitY();
    return faceDisc(cone.base(), d, 0, kConeFarthest, facing);
  }
  if (across > 0.0) facing.add(cone.base().onRim(d.x() / across, d.z() / across), kConeFarthest);
  facing.add(cone.apex(), kConeApex);
}

Surface coneSurface(const Shape& shape, int around) {
  const Cone cone = coneOf(shape);
  Surface surface;
  const auto add = [&](const Vec3& point, const Vec3& normal) {
    surface.points.push_back(point);
    surface.normals.push_back(normal);
  };
  const auto sideNormal = [&](double angle) -> Vec3 {
    return Vec3(cone.height * std::sin(angle), cone.radius, cone.height * std::cos(angle)) / cone.slant();
  };
  for (int i = 0; i <= around; ++i) {  // three points each: on the side, on the base, and the apex half a step on
    const double step = 2.0 * std::numbers::pi / around, angle = step * i;
    const Vec3 rim = cone.base().onRim(std::sin(angle), std::cos(angle));
    add(rim, sideNormal(angle));
    add(rim, -Vec3::UnitY());
    add(cone.apex(), sideNormal(angle + 0.5 * step));
  }
  const int middle = static_cast<int>(surface.points.size());
  add(Vec3(0.0, cone.base().y, 0.0), -Vec3::UnitY());
  for (int i = 0; i < 3 * around; i += 3) {
    surface.triangles.push_back({i, i + 3, i + 2});
    surface.triangles.push_back({i + 4, i + 1, middle});
  }
  return surface;
}

}  // namespace

extern const ShapeKind kConeKind;
constinit const ShapeKind kConeKind{"cone",      coneSupport, coneBounds,  coneRadius, castCone,
                                    coneMass,    coneOutline, coneSurface, kConeSizes, makeConvex<kConeKind>,
                                    convexSizes, faceCone};

}  // namespace keystone
