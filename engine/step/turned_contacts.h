// Contacts ahead along a normal that is not that of the moment at which their bodies meet.
#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "collide/manifold.h"
#include "world/step_context.h"

namespace keystone {

// Of the thinner one's inner radius: the normal of equal balls that move by less in a step turns by less than what
// counts as turned (turned_contacts.cpp).
inline constexpr double kTurning = 0.1;
// Of the step: a meeting so soon is one at its start, one so near to its end is one there.
inline constexpr double kAtOnce = 1e-3;

// Pairs whose contacts ahead a part of a step must do without: bodies that meet in it along another normal than that by
// which they are linearised, as a ball does that hits another one in passing, or that do not meet at all.
struct TurnedContacts {
  double first = HUGE_VAL;                    // [s] when the first two bodies meet so
  std::vector<std::pair<int, int>> pairs;     // of all such bodies
  std::vector<std::pair<int, int>> later;     // sorted: to meet at the end of this part or after it
  std::vector<std::pair<int, int>> guessed;   // of these, those whose way was a guess
  std::vector<std::pair<int, int>> touching;  // sorted: at the part's start; noted by `position`, whose gaps are others
};

// Whether two bodies may come to meet along another normal within h [s]: are fast enough, and of shapes whose sweep
// knows it.
bool mayTurn(const World& world, std::span<const Body> bodies, int a, int b, double h);
// Whether bodies that meet at `time` [s] of h along `normal` do so along another one than that of their contact.
bool hasTurned(double time, const Vec3& normal, const Manifold& manifold, double h);

// Adds the pairs of result.manifolds whose contacts ahead have acted in the step from `start` and should not have: by
// the velocities that they have there the bodies meet along another normal, or not at all. What pushes them may lead
// them elsewhere, so each is a guess that timeToLater() checks. None of pairs that touch already.
void noteTurned(const StepContext& step, std::span<const Body> start, TurnedContacts& turned);

// [s] When the first of the pairs meets whose way was a guess (turned.guessed), or step.dt; `moving` [bodies] as from
// findMotion() in step/passing.h.
double timeToLater(const StepContext& step, std::span<const Body> moving, const TurnedContacts& turned);

}  // namespace keystone
