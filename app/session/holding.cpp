#include "session/holding.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "collide/collide.h"
#include "session/edits.h"
#include "session/piece.h"
#include "session/properties.h"
#include "world/close_joints.h"
#include "world/joined.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

// What is joined to these bodies goes with them, as far as the joints ask for it.
void letJointsFollow(World& world, const std::vector<int>& bodies) {
  const auto is_held = [&](int body) { return std::ranges::find(bodies, body) != bodies.end(); };
  if (std::ranges::none_of(world.joints, [&](const Joint& joint) { return is_held(joint.a) || is_held(joint.b); }))
    return;
  std::vector<BodyKind> kinds;
  for (const int body : bodies)
    kinds.push_back(std::exchange(world.bodies[static_cast<std::size_t>(body)].kind, BodyKind::Static));
  closeJoints(world);
  for (std::size_t i = 0; i < bodies.size(); ++i) world.bodies[static_cast<std::size_t>(bodies[i])].kind = kinds[i];
}

constexpr double kSlack = 1e-3;  // of the smallest side of a body, by which bodies that rest may overlap

double smallestSide(const World& world, int body) {
  const Aabb box = boundsOf(world, {body});
  return (box.upper - box.lower).minCoeff();
}

double depthOf(const Manifold& manifold) {
  double depth = 0.0;
  for (const ManifoldPoint& point : pointsOf(manifold)) depth = std::max(depth, -point.gap);
  return depth;
}

}  // namespace

std::vector<Overlap> overlapsOfHeld(const Session& session) {
  std::vector<Overlap> overlaps;
  if (!session.held || !session.held->moved) return overlaps;
  const World& world = session.scene.simulation.world;
  const std::vector<int>& bodies = session.held->bodies;
  const auto is_held = [&](int body) { return std::ranges::find(bodies, body) != bodies.end(); };
  std::vector<std::pair<int, int>> pairs;
  std::vector<Manifold> manifolds;
  broadPhase(world.bodies, world.colliders, CollideParams{0.0}, 0.0, pairs);
  std::erase_if(pairs, [&](const auto& pair) { return is_held(pair.first) == is_held(pair.second); });
  dropJoinedPairs(world, pairs);
  narrowPhase(world.bodies, world.colliders, pairs, CollideParams{0.0}, 0.0, manifolds);
  for (const Manifold& manifold : manifolds) {
    const bool is_first = is_held(manifold.a);
    const int held = is_first ? manifold.a : manifold.b, other = is_first ? manifold.b : manifold.a;
    const double depth = depthOf(manifold);
    if (depth > kSlack * smallestSide(world, held)) overlaps.push_back({held, other, depth});
  }
  std::ranges::sort(overlaps, std::greater(), &Overlap::depth);
  return overlaps;
}

std::vector<int> placeable(const Session& session) {
  std::vector<int> bodies;
  if (session.review) return bodies;
  const Simulation& simulation = session.scene.simulation;
  const auto position = std::ranges::find(bodyProperties(), "position", &Property::id);
  std::ranges::copy_if(session.selected, std::back_inserter(bodies), [&](int body) {
    return position->count(simulation, body) > 0 &&
           std::ranges::find(simulation.world.paths, body, &Path::body) == simulation.world.paths.end();
  });
  return bodies;
}

Vec3 centreOf(const World& world, const std::vector<int>& bodies) {
  Vec3 sum = Vec3::Zero();
  for (const int body : bodies) sum += world.bodies[static_cast<std::size_t>(body)].pose.position;
  return sum / static_cast<double>(bodies.size());
}

void hold(Session& session) {
  HeldBodies held{placeable(session), {}, false};
  for (const Body& body : session.scene.simulation.world.bodies) held.from.push_back(body.pose);
  session.held = std::move(held);
}

void moveHeld(Session& session, const Vec3& centre, const Quat& turn, const Vec3& shift) {
  HeldBodies held = *session.held;
  const auto move = [&](Simulation& simulation) {
    World& world = simulation.world;
    for (const int index : held.bodies) wake(world, index);
    for (std::size_t i = 0; i < held.from.size(); ++i) world.bodies[i].pose = held.from[i];
    for (const int index : held.bodies) {
      Body& body = world.bodies[static_cast<std::size_t>(index)];
      const Vec3 wanted = centre + turn * (body.pose.position - centre) + shift;
      body.pose.position = wanted.cwiseMax(-kFarthestPlace).cwiseMin(kFarthestPlace);
      body.pose.orientation = (turn * body.pose.orientation).normalized();
      body.velocity = body.omega = Vec3::Zero();
    }
    letJointsFollow(world, held.bodies);
  };
  edit(session, move, held.moved);
  if (session.race) raceBy(session, session.race->methods());
  held.moved = true;
  session.held = std::move(held);  // which an edit lets go of
}

void letGo(Session& session) {
  session.held.reset();
}

void takeBack(Session& session) {
  const bool moved = session.held && session.held->moved;
  session.held.reset();
  if (!moved) return;
  undo(session);
  say(session, "Taken back: all is where it was");
}

}  // namespace keystone
