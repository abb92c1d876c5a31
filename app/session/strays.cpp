#include "session/strays.h"

#include <algorithm>
#include <string>
#include <utility>

#include "session/keys.h"
#include "session/piece.h"

namespace keystone {
namespace {

constexpr double kFarAway = 10.0;  // sizes of the scene at its start

bool isEndless(const World& world, std::size_t body) {
  return isHalfSpace(world.colliders[body].shape);
}

// What the scene's bodies fill at its start.
Aabb homeOf(const World& start) {
  std::vector<int> bodies;
  for (std::size_t i = 0; i < start.bodies.size(); ++i)
    if (!isEndless(start, i)) bodies.push_back(static_cast<int>(i));
  return boundsOf(start, bodies);
}

bool mayFallForEver(const World& world) {
  if (world.gravity.isZero(0.0) || std::ranges::all_of(world.bodies, &Body::isDynamic)) return false;
  return std::ranges::none_of(world.colliders, [](const Collider& collider) { return isHalfSpace(collider.shape); });
}

// 1: far below home and joined to nothing that is not.
std::vector<char> fallen(const World& world, const Aabb& home) {
  const Vec3 down = world.gravity.normalized(), half = 0.5 * (home.upper - home.lower);
  const double lowest = down.dot(home.lower + half) + down.cwiseAbs().dot(half);
  const double depth = lowest + 2.0 * kFarAway * half.norm();
  std::vector<char> below;
  for (const Body& body : world.bodies) below.push_back(body.isDynamic() && down.dot(body.pose.position) > depth);
  const auto isBelow = [&below](int body) { return body >= 0 && below[static_cast<std::size_t>(body)] != 0; };
  for (const Joint& joint : world.joints) {
    if (isBelow(joint.a) == isBelow(joint.b)) continue;
    below[static_cast<std::size_t>(isBelow(joint.a) ? joint.a : joint.b)] = 0;
  }
  return below;
}

}  // namespace

std::vector<int> strays(const Session& session) {
  const Aabb home = homeOf(session.start);
  const double most = kFarAway * (home.upper - home.lower).norm();
  const World& world = session.scene.simulation.world;
  std::vector<int> found;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Vec3& at = world.bodies[i].pose.position;
    const Vec3 nearest = at.cwiseMax(home.lower).cwiseMin(home.upper);
    const bool goes = world.bodies[i].kind != BodyKind::Kinematic && !isEndless(world, i);
    if (goes && !((at - nearest).norm() <= most)) found.push_back(static_cast<int>(i));
  }
  return found;
}

void restFallen(Session& session) {
  World& world = session.scene.simulation.world;
  if (session.race || session.hand || !mayFallForEver(world)) return;
  const std::vector<char> below = fallen(world, homeOf(session.start));
  const auto count = std::ranges::count(below, 1);
  if (count == 0) return;
  for (std::size_t i = 0; i < below.size(); ++i) {
    if (below[i] == 0) continue;
    Body& body = world.bodies[i];
    body.kind = BodyKind::Static;
    body.velocity = body.omega = Vec3::Zero();
  }
  if (std::exchange(session.told_of_fallen, true)) return;
  const std::string what = count == 1 ? "A body has" : std::to_string(count) + " bodies have";
  say(session,
      what + " fallen out of the scene, to rest there: " + shortcut(Action::DeleteStrays) + " deletes what has left");
}

}  // namespace keystone
