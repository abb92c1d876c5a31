// Bodies that the user puts elsewhere, held while he does.
#pragma once

#include <vector>

#include "session/session.h"

namespace keystone {

// Those of the selection whose place can be set and that follow no path; none in a recording.
std::vector<int> placeable(const Session& session);
// The mean of where they are [m].
Vec3 centreOf(const World& world, const std::vector<int>& bodies);

// Holds what is placeable. Time stands still until letGo(), takeBack() or a change of the world by something else.
void hold(Session& session);
// Turns them about `centre` [m] and shifts them [m], from where they were when they were taken hold of, at rest. What
// is joined to them follows. All that is moved from hold() on is one edit.
void moveHeld(Session& session, const Vec3& centre, const Quat& turn, const Vec3& shift);
void letGo(Session& session);

// A held body that is in another, by how much [m].
struct Overlap {
  int held, other;
  double depth;
};
// Of what is held, the deepest first: more than what a step may leave, of bodies that do not pass through each other.
std::vector<Overlap> overlapsOfHeld(const Session& session);
// As they were before hold().
void takeBack(Session& session);

}  // namespace keystone
