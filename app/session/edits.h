// What the user does to the world between steps: add, remove, copy. Each can be undone.
#pragma once

#include <functional>

#include "session/session.h"

namespace keystone {

// Changes the scene between two steps, and looks ahead. It can be undone, unless it `goes_on` with the edit before.
// What bodies and contacts remember stays: the next step starts warm.
void edit(Session& session, const std::function<void(Simulation&)>& change, bool goes_on = false);

// Picks a body; -1: none. `also`: beside those picked already, or no longer if it is one of them.
void select(Session& session, int body, bool also);
// Of these bodies; infinite where one of them is.
Aabb boundsOf(const World& world, const std::vector<int>& bodies);

// What the stack and shoot tools make.
struct BrickSpec {
  Vec3 half{0.5, 0.25, 0.25};  // [m]
  double density = 1000.0;     // [kg/m^3]
  Material material;
};
// The brick of the scene's challenge, the selected box, or the scene's first dynamic box, or the default.
BrickSpec likelyBrick(const Session& session);

// A homogeneous body of that shape at a pose, at rest.
Body bodyOf(const Shape& shape, double density, const Pose& pose);

int placeBrick(Session& session, const BrickSpec& spec, const Pose& pose);
// A ball of `radius` [m] that leaves `from` [m] with `velocity` [m/s].
int shootBall(Session& session, const Vec3& from, const Vec3& velocity, double radius, double density);
// All that are selected.
void deleteSelected(Session& session);
// A copy on top of the body that was selected last.
void duplicateSelected(Session& session);
void undo(Session& session);
void redo(Session& session);

}  // namespace keystone
