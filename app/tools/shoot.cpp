#include "tools/shoot.h"

#include <algorithm>
#include <cmath>

#include "session/placement.h"

namespace keystone {
namespace {

constexpr double kSpread = 0.004;    // [rad], so that two shots differ
constexpr double kFarTarget = 30.0;  // [m], aimed at when the mouse points at nothing

// The velocity of given speed [m/s] that carries a ball from `from` to `to` under gravity, to first order in the drop.
Vec3 aimedVelocity(const Vec3& from, const Vec3& to, double speed, const Vec3& gravity) {
  const Vec3 way = to - from;
  const double flight = std::max(way.norm() / speed, 1e-6);
  return way / flight - 0.5 * flight * gravity;
}

Vec3 onPlane(const Ray& ray) {
  if (std::abs(ray.direction.z()) < 1e-6) return ray.origin;
  return ray.origin - ray.direction * (ray.origin.z() / ray.direction.z());
}

// Half-way to the target, where the ball looks at most twice as large as when it hits and hides little. Nearer to the
// eye where it would overlap a body there, but never at it.
Vec3 freePlace(const World& world, const Vec3& eye, const Vec3& target, double radius) {
  const Vec3 way = target - eye;
  const double least = 2 * radius / std::max(way.norm(), 2 * radius);
  double share = 0.5;
  const auto place = [&] { return Pose{eye + share * way, Quat::Identity()}; };
  const World ball = pieceOf(BrickSpec{.shape = Sphere{radius}});
  while (share > least && wouldOverlap(world, ball, place())) share *= 0.5;
  return eye + std::max(share, least) * way;
}

}  // namespace

void shoot(AppState& app) {
  const World& world = app.world();
  const Ray ray = app.camera.rayThrough(app.mouse.x, app.mouse.y);
  const BrickSpec brick = likelyBrick(app.session);
  const Vec3& half = std::get<Box>(brick.shape).half;
  const double radius = 0.6 * std::max(half.x(), half.y());
  const double speed = app.settings.ball_speed;
  Vec3 from, to;
  if (world.planar) {
    to = onPlane(ray);
    from = onPlane(app.camera.rayThrough(app.layout.view.x + 4, app.mouse.y));
    from.y() = std::max(from.y(), radius);
    if (to.x() - from.x() < 2 * radius) from.x() = to.x() - 2 * radius;
  } else {
    RayHit hit;
    const bool aimed = pick(world, ray.origin, ray.direction, 1e4, hit) >= 0;
    to = ray.origin + (aimed ? hit.distance : kFarTarget) * ray.direction;
    from = freePlace(world, ray.origin, to, radius);
  }
  Vec3 velocity = aimedVelocity(from, to, speed, world.gravity);
  std::normal_distribution<double> spread(0.0, kSpread);
  const Vec3 axis = world.planar ? Vec3(Vec3::UnitZ()) : app.camera.up();
  velocity = Eigen::AngleAxisd(spread(app.session.random), axis) * velocity;
  shootBall(app.session, from, velocity, radius, app.settings.ball_density * brick.density);
}

}  // namespace keystone
