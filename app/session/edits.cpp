#include "session/edits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "shape/mass_properties.h"

namespace keystone {
namespace {

bool isFinite(const Aabb& box) {
  return box.lower.allFinite() && box.upper.allFinite();
}

BrickSpec brickLike(const World& world, std::size_t index) {
  BrickSpec spec;
  const auto& [half, margin] = std::get<Box>(world.colliders[index].shape);
  spec.half = half.array() + margin;
  spec.density = world.bodies[index].mass / (8.0 * spec.half.prod());
  spec.material = world.colliders[index].material;
  return spec;
}

}  // namespace

BrickSpec likelyBrick(const Session& session) {
  if (session.scene.challenge) {
    const OverhangChallenge& given = *session.scene.challenge;
    return {given.half, given.density, given.material};
  }
  const World& world = session.scene.simulation.world;
  const auto usable = [&](std::size_t i) {
    return world.bodies[i].isDynamic() && std::holds_alternative<Box>(world.colliders[i].shape);
  };
  if (const int last = lastSelected(session); last >= 0 && usable(static_cast<std::size_t>(last)))
    return brickLike(world, static_cast<std::size_t>(last));
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (usable(i)) return brickLike(world, i);
  }
  return {};
}

Body bodyOf(const Shape& shape, double density, const Pose& pose) {
  const MassProperties mass = massProperties(shape, density);
  Body body;
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  body.pose = pose;
  return body;
}

void edit(Session& session, const std::function<void(Simulation&)>& change, bool goes_on) {
  Simulation& simulation = session.scene.simulation;
  if (!goes_on) session.undo.remember(simulation);
  change(simulation);
  lookAhead(session);
}

void select(Session& session, int body, bool also) {
  if (!also) session.selected.clear();
  if (body >= 0 && std::erase(session.selected, body) == 0) session.selected.push_back(body);
}

Aabb boundsOf(const World& world, const std::vector<int>& bodies) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Aabb all{Vec3::Constant(kInfinity), Vec3::Constant(-kInfinity)};
  for (const int body : bodies) {
    const Aabb box = bounds(world.colliders[body].shape, world.bodies[body].pose, 0.0);
    all = {all.lower.cwiseMin(box.lower), all.upper.cwiseMax(box.upper)};
  }
  return all;
}

int placeBrick(Session& session, const BrickSpec& spec, const Pose& pose) {
  World& world = session.scene.simulation.world;
  session.undo.remember(session.scene.simulation);
  Body body = bodyOf(Box{spec.half}, spec.density, pose);
  body.name = "brick " + std::to_string(world.bodies.size());
  return addBody(world, std::move(body), Collider{Box{spec.half}, spec.material});
}

int shootBall(Session& session, const Vec3& from, const Vec3& velocity, double radius, double density) {
  World& world = session.scene.simulation.world;
  session.undo.remember(session.scene.simulation);
  Pose pose;
  pose.position = from;
  Body body = bodyOf(Sphere{radius}, density, pose);
  body.name = "ball " + std::to_string(world.bodies.size());
  body.velocity = velocity;
  const Vec3 iron{0.30, 0.32, 0.36};
  return addBody(world, std::move(body), Collider{Sphere{radius}, Material{}}, iron);
}

void deleteSelected(Session& session) {
  std::vector<int> bodies = std::exchange(session.selected, {});
  if (bodies.empty()) return say(session, "Nothing is selected: click a body first");
  const std::string name = session.scene.simulation.world.bodies[bodies.front()].name;
  std::ranges::sort(bodies, std::greater());  // the others keep their numbers
  edit(session, [&bodies](Simulation& simulation) {
    for (const int body : bodies) removeBody(simulation.world, body);
  });
  if (bodies.size() > 1) return say(session, "Deleted " + std::to_string(bodies.size()) + " bodies");
  say(session, "Deleted " + (name.empty() ? "the body" : name));
}

void duplicateSelected(Session& session) {
  if (session.selected.empty()) return say(session, "Nothing is selected: click a body first");
  World& world = session.scene.simulation.world;
  const auto index = static_cast<std::size_t>(lastSelected(session));
  Body copy = world.bodies[index];
  const Aabb box = bounds(world.colliders[index].shape, copy.pose, 0.0);
  if (!isFinite(box)) return say(session, "An endless body cannot be duplicated");
  session.undo.remember(session.scene.simulation);
  copy.pose.position.y() += box.upper.y() - box.lower.y();
  copy.velocity = copy.omega = Vec3::Zero();
  copy.name += " copy";
  session.selected = {addBody(world, std::move(copy), Collider(world.colliders[index]), Vec3(world.colours[index]))};
  say(session, "Duplicated");
}

void undo(Session& session) {
  if (!session.undo.undo(session.scene.simulation)) return say(session, "Nothing to undo");
  lookAhead(session);
  say(session, "Undone");
}

void redo(Session& session) {
  if (!session.undo.redo(session.scene.simulation)) return say(session, "Nothing to redo");
  lookAhead(session);
  say(session, "Redone");
}

}  // namespace keystone
