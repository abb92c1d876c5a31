#include "session/edits.h"

#include <cmath>
#include <utility>

#include "shape/mass_properties.h"

namespace keystone {
namespace {

bool isFinite(const Aabb& box) {
  return box.lower.allFinite() && box.upper.allFinite();
}

bool hasSelection(const Session& session) {
  return session.selected >= 0 && session.selected < static_cast<int>(session.scene.simulation.world.bodies.size());
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
  if (hasSelection(session) && usable(static_cast<std::size_t>(session.selected))) {
    return brickLike(world, static_cast<std::size_t>(session.selected));
  }
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

int placeBrick(Session& session, const BrickSpec& spec, const Pose& pose) {
  World& world = session.scene.simulation.world;
  session.undo.remember(world);
  Body body = bodyOf(Box{spec.half}, spec.density, pose);
  body.name = "brick " + std::to_string(world.bodies.size());
  return addBody(world, std::move(body), Collider{Box{spec.half}, spec.material});
}

int shootBall(Session& session, const Vec3& from, const Vec3& velocity, double radius, double density) {
  World& world = session.scene.simulation.world;
  session.undo.remember(world);
  Pose pose;
  pose.position = from;
  Body body = bodyOf(Sphere{radius}, density, pose);
  body.name = "ball " + std::to_string(world.bodies.size());
  body.velocity = velocity;
  const Vec3 iron{0.30, 0.32, 0.36};
  return addBody(world, std::move(body), Collider{Sphere{radius}, Material{}}, iron);
}

void deleteSelected(Session& session) {
  if (!hasSelection(session)) return say(session, "Nothing is selected: click a body first");
  World& world = session.scene.simulation.world;
  const std::string name = world.bodies[session.selected].name;
  session.undo.remember(world);
  removeBody(world, session.selected);
  session.selected = -1;
  forgetStep(session);
  say(session, "Deleted " + (name.empty() ? "the body" : name));
}

void duplicateSelected(Session& session) {
  if (!hasSelection(session)) return say(session, "Nothing is selected: click a body first");
  World& world = session.scene.simulation.world;
  const auto index = static_cast<std::size_t>(session.selected);
  Body copy = world.bodies[index];
  const Aabb box = bounds(world.colliders[index].shape, copy.pose, 0.0);
  if (!isFinite(box)) return say(session, "An endless body cannot be duplicated");
  session.undo.remember(world);
  copy.pose.position.y() += box.upper.y() - box.lower.y();
  copy.velocity = copy.omega = Vec3::Zero();
  copy.name += " copy";
  session.selected = addBody(world, std::move(copy), Collider(world.colliders[index]), Vec3(world.colours[index]));
  say(session, "Duplicated");
}

void undo(Session& session) {
  if (!session.undo.undo(session.scene.simulation.world)) return say(session, "Nothing to undo");
  forgetStep(session);
  say(session, "Undone");
}

void redo(Session& session) {
  if (!session.undo.redo(session.scene.simulation.world)) return say(session, "Nothing to redo");
  forgetStep(session);
  say(session, "Redone");
}

}  // namespace keystone
