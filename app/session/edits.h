// What the user does to the world between steps: add, remove, change. Each can be undone.
#pragma once

#include <functional>
#include <optional>

#include "session/piece.h"

namespace keystone {

// Changes the scene between two steps, and looks ahead. It can be undone, unless it `goes_on` with the edit before.
// What bodies and contacts remember stays: the next step starts warm.
void edit(Session& session, const std::function<void(Simulation&)>& change, bool goes_on = false);

// Picks a body; -1: none. `also`: beside those picked already, or no longer if it is one of them.
void select(Session& session, int body, bool also);
// Index of its first body.
int placePiece(Session& session, const World& piece, const Pose& pose);
// A ball of `radius` [m] that leaves `from` [m] with `velocity` [m/s].
int shootBall(Session& session, const Vec3& from, const Vec3& velocity, double radius, double density);
// All that are selected.
void deleteSelected(Session& session);
// All that have left the scene (session/strays.h).
void deleteStrays(Session& session);
// As a piece; none where nothing is selected that can be copied, and the user is told.
std::optional<World> copyOfSelected(Session& session);
void undo(Session& session);
void redo(Session& session);

}  // namespace keystone
