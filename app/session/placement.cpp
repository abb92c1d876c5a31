#include "session/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

namespace keystone {
namespace {

constexpr double kFar = 1e6;  // [m]
constexpr double kGapRounding =
    1e-4;                       // relative to the piece; neighbours in a row touch, and must not count as overlap
constexpr double kLevel = 0.5;  // a half-space is ground to stand on when its normal's y is at least this

bool isGround(const World& world, std::size_t i) {
  return std::holds_alternative<HalfSpace>(world.colliders[i].shape);
}

Aabb boundsOf(const World& world, std::size_t i) {
  return bounds(world.colliders[i].shape, world.bodies[i].pose, 0.0);
}

// What the cursor points at.
struct Aim {
  bool valid = false;
  int body = -1;              // never a half-space
  Vec3 point = Vec3::Zero();  // [m]
};

Aim aimPlanar(const World& world, const Ray& ray) {
  Aim aim;
  if (std::abs(ray.direction.z()) < 1e-6) return aim;
  aim.valid = true;
  aim.point = ray.origin - ray.direction * (ray.origin.z() / ray.direction.z());
  RayHit hit;
  const int body = pick(world, {aim.point.x(), aim.point.y(), kFar}, -Vec3::UnitZ(), 2 * kFar, hit);
  if (body >= 0 && !isGround(world, static_cast<std::size_t>(body))) aim.body = body;
  return aim;
}

Aim aimSpatial(const World& world, const Ray& ray) {
  Aim aim;
  RayHit hit;
  const int body = pick(world, ray.origin, ray.direction, kFar, hit);
  if (body < 0) return aim;
  aim.valid = true;
  aim.point = ray.origin + hit.distance * ray.direction;
  if (!isGround(world, static_cast<std::size_t>(body))) aim.body = body;
  return aim;
}

double groundHeight(const HalfSpace& ground, const Pose& pose, double x, double z) {
  const Vec3 n = pose.rotate(ground.normal);
  if (n.y() < kLevel) return -std::numeric_limits<double>::infinity();
  const double offset = ground.offset + n.dot(pose.position);
  return (offset - n.x() * x - n.z() * z) / n.y();
}

struct Support {
  double height = -std::numeric_limits<double>::infinity();  // [m]
  int body = -1;                                             // -1: ground
};

// The highest surface under the piece's footprint that is not above `ceiling` [m].
Support supportBelow(const World& world, const Vec3& at, const Vec3& extent, double ceiling) {
  Support best;
  const double slack = kGapRounding * extent.minCoeff();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    double height = 0.0;
    if (isGround(world, i)) {
      height = groundHeight(std::get<HalfSpace>(world.colliders[i].shape), world.bodies[i].pose, at.x(), at.z());
    } else {
      const Aabb box = boundsOf(world, i);
      const bool under_x = box.lower.x() < at.x() + extent.x() - slack && box.upper.x() > at.x() - extent.x() + slack;
      const bool under_z = box.lower.z() < at.z() + extent.z() - slack && box.upper.z() > at.z() - extent.z() + slack;
      if (!under_x || !under_z || box.upper.y() > ceiling + slack) continue;
      height = box.upper.y();
    }
    if (height > best.height) best = {height, isGround(world, i) ? -1 : static_cast<int>(i)};
  }
  return best;
}

double snap(double value, double origin, double step) {
  return origin + std::round((value - origin) / step) * step;
}

Vec3 snapped(const World& world, const Vec3& point, int body, const Vec3& extent, const Grid& grid) {
  if (grid.step > 0.0) {
    const double along_z = world.planar ? 0.0 : snap(point.z(), grid.origin.z(), grid.step);
    return {snap(point.x(), grid.origin.x(), grid.step), point.y(), along_z};
  }
  const Vec3 origin = body < 0 ? Vec3(Vec3::Zero()) : world.bodies[body].pose.position;
  const double z = world.planar ? 0.0 : snap(point.z(), origin.z(), extent.z());
  return {snap(point.x(), origin.x(), extent.x()), point.y(), z};
}

}  // namespace

Quat brickTurn(bool planar, int turns) {
  const double step = planar ? std::numbers::pi / 2 : std::numbers::pi / 12;
  const Vec3 axis = planar ? Vec3::UnitZ() : Vec3::UnitY();
  return Quat(Eigen::AngleAxisd(step * turns, axis)).normalized();
}

bool wouldOverlap(const World& world, const World& piece, const Pose& pose) {
  World placed;
  placed.planar = world.planar;
  addPiece(placed, piece, pose);
  const std::size_t count = placed.bodies.size();
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    std::vector<std::size_t> near;
    for (std::size_t k = 0; k < count; ++k)
      if (isGround(world, i) || boundsOf(world, i).overlaps(boundsOf(placed, k))) near.push_back(k);
    if (near.empty()) continue;
    const auto index = static_cast<int>(placed.bodies.size());
    placed.bodies.push_back(world.bodies[i]);
    placed.colliders.push_back(world.colliders[i]);
    for (const std::size_t k : near) pairs.emplace_back(static_cast<int>(k), index);
  }
  std::vector<Manifold> manifolds;
  narrowPhase(placed.bodies, placed.colliders, pairs, CollideParams{0.0}, 0.0, manifolds);
  const Aabb box = boundsOf(piece, Quat::Identity());
  const double slack = 0.5 * kGapRounding * (box.upper - box.lower).minCoeff();
  return std::ranges::any_of(manifolds, [slack](const Manifold& manifold) {
    return std::ranges::any_of(std::span(manifold.points).first(static_cast<std::size_t>(manifold.count)),
                               [slack](const auto& point) { return point.gap < -slack; });
  });
}

Placement placementUnder(const World& world, const Ray& ray, const World& piece, int turns, const Grid& grid) {
  Placement placement;
  const Aim aim = world.planar ? aimPlanar(world, ray) : aimSpatial(world, ray);
  if (!aim.valid) return placement;
  placement.pose.orientation = brickTurn(world.planar, turns);
  const Aabb box = boundsOf(piece, placement.pose.orientation);
  const Vec3 extent = 0.5 * (box.upper - box.lower), middle = 0.5 * (box.upper + box.lower);

  Vec3 at = snapped(world, aim.point, aim.body, extent, grid);
  Support support{aim.point.y(), -1};
  if (aim.body >= 0) {
    support = {boundsOf(world, static_cast<std::size_t>(aim.body)).upper.y(), aim.body};
  } else if (world.planar) {
    support = supportBelow(world, at, extent, aim.point.y());
    if (support.body >= 0) at = snapped(world, aim.point, support.body, extent, grid);
  }
  if (!std::isfinite(support.height)) return placement;
  placement.valid = true;
  placement.pose.position = Vec3(at.x(), support.height + extent.y(), at.z()) - middle;
  if (world.planar) placement.pose.position.z() = 0.0;
  placement.allowed = !wouldOverlap(world, piece, placement.pose);
  return placement;
}

}  // namespace keystone
