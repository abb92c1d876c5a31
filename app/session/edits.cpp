#include "session/edits.h"

#include <algorithm>
#include <utility>

#include "session/strays.h"

namespace keystone {

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

int placePiece(Session& session, const World& piece, const Pose& pose) {
  int first = -1;
  edit(session, [&](Simulation& simulation) { first = addPiece(simulation.world, piece, pose); });
  // Of new bodies the methods beside it hear by themselves, of their joints they do not.
  if (session.race && !piece.joints.empty()) raceBy(session, session.race->methods());
  return first;
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

void deleteStrays(Session& session) {
  session.selected = strays(session);
  if (session.selected.empty()) return say(session, "Nothing is farther away than ten times the scene's size");
  deleteSelected(session);
}

std::optional<World> copyOfSelected(Session& session) {
  if (session.selected.empty()) {
    say(session, "Nothing is selected: click a body first");
    return std::nullopt;
  }
  World piece = pieceOf(session.scene.simulation.world, session.selected);
  if (!piece.bodies.empty()) return piece;
  say(session, "An endless body cannot be copied");
  return std::nullopt;
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
