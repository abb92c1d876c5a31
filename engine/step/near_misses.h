// Contacts ahead that free bodies will not come to.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "world/step_context.h"

namespace keystone {

// Of the thinner one's inner radius: the normal of equal balls that move by less in a step turns by less than kTurned
// (near_misses.cpp).
inline constexpr double kTurning = 0.1;

// Contacts ahead of bodies that meet within the step along another normal than that by which they are linearised: those
// of a ball that hits another one in passing.
struct TurnedContacts {
  double first = HUGE_VAL;                 // [s] when the first two bodies meet so
  std::vector<std::pair<int, int>> pairs;  // of all such bodies
  std::vector<std::pair<int, int>> later;  // sorted: known to meet at the end of this step or after it
};

// A contact ahead is linearised: the other body stands for the plane of its nearest face or corner, which a body that
// flies past may cross without touching anything. Drops from result.manifolds those of two bodies that nothing else
// changes the way of (no joint, no contact that is closed or will close) and that do not meet on that way; v [6 bodies]
// the velocities of bodies that nothing touches. Drops none where a sweep cannot tell. Notes step.turned, and drops
// what that says is later.
void dropNearMisses(StepContext& step, std::span<const Body> bodies, const VecX& v);

}  // namespace keystone
