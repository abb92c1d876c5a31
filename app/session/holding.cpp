#include "session/holding.h"

#include <algorithm>
#include <utility>

#include "session/edits.h"
#include "session/properties.h"
#include "world/sleep_state.h"

namespace keystone {

std::vector<int> placeable(const Session& session) {
  std::vector<int> bodies;
  if (session.review) return bodies;
  const auto position = std::ranges::find(bodyProperties(), "position", &Property::id);
  std::ranges::copy_if(session.selected, std::back_inserter(bodies),
                       [&](int body) { return position->count(session.scene.simulation, body) > 0; });
  return bodies;
}

Vec3 centreOf(const World& world, const std::vector<int>& bodies) {
  Vec3 sum = Vec3::Zero();
  for (const int body : bodies) sum += world.bodies[static_cast<std::size_t>(body)].pose.position;
  return sum / static_cast<double>(bodies.size());
}

void hold(Session& session) {
  HeldBodies held{placeable(session), {}, false};
  for (const int body : held.bodies)
    held.from.push_back(session.scene.simulation.world.bodies[static_cast<std::size_t>(body)].pose);
  session.held = std::move(held);
}

void moveHeld(Session& session, const Vec3& centre, const Quat& turn, const Vec3& shift) {
  HeldBodies held = *session.held;
  const auto move = [&](Simulation& simulation) {
    for (std::size_t i = 0; i < held.bodies.size(); ++i) {
      wake(simulation.world, held.bodies[i]);
      Body& body = simulation.world.bodies[static_cast<std::size_t>(held.bodies[i])];
      const Vec3 wanted = centre + turn * (held.from[i].position - centre) + shift;
      body.pose.position = wanted.cwiseMax(-kFarthestPlace).cwiseMin(kFarthestPlace);
      body.pose.orientation = (turn * held.from[i].orientation).normalized();
      body.velocity = body.omega = Vec3::Zero();
    }
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
  if (moved) undo(session);
}

}  // namespace keystone
