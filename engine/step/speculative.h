// Speculative contacts: those of bodies that have not met yet. Which a step needs, and whether they were right.
#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "collide/manifold.h"
#include "world/step_context.h"

namespace keystone {

// Of the thinner one's inner radius: the normal of equal balls that move by less in a step turns by less than what
// counts as turned (speculative_check.cpp).
inline constexpr double kTurning = 0.1;
// Of the step: a meeting so soon is one at its start, one so near to its end is one there.
inline constexpr double kAtOnce = 1e-3;

// Pairs whose contacts ahead an interval must do without: bodies that meet in it along another normal than that by
// which they are linearised, as a ball does that glances off another one, or that do not meet at all.
struct Speculation {
  double first = HUGE_VAL;                     // [s] when the first two bodies meet so
  std::vector<std::pair<int, int>> wrong;      // of all such bodies
  std::vector<std::pair<int, int>> postponed;  // sorted: to meet at the end of this interval or after it
  std::vector<std::pair<int, int>> guessed;    // of these, those whose way was a guess
  std::vector<std::pair<int, int>> touching;   // sorted: at the interval's start
};

// A contact ahead is linearised: the other body stands for the plane of its nearest face or corner, which a body that
// flies past may cross without touching anything. Drops from result.manifolds those of two bodies that nothing else
// changes the way of (no joint, no contact that is closed or will close) and that do not meet on that way; v [6 bodies]
// the velocities of bodies that nothing touches. Drops none where a sweep cannot tell. Takes out the pairs of
// step.isolated; notes what is wrong in step.speculation, where there is one, and drops what that has postponed.
void filterSpeculative(StepContext& step, const VecX& v);

// Whether two bodies may come to meet along another normal within h [s]: are fast enough, and of shapes whose sweep
// knows it.
bool mayTurn(const World& world, std::span<const Body> bodies, int a, int b, double h);
// Whether bodies that meet at `time` [s] of h along `normal` do so along another one than that of their contact.
bool hasTurned(double time, const Vec3& normal, const Manifold& manifold, double h);

// The pairs of result.manifolds that touch.
void noteTouching(const StepContext& step, Speculation& speculation);

// Adds the pairs of result.manifolds whose contacts ahead have acted in the interval from `start` and should not have:
// by the velocities that they have there the bodies meet along another normal, or not at all. What pushes them may lead
// them elsewhere, so each is a guess that timeToPostponed() checks. None of pairs that touch already.
void noteWrong(const StepContext& step, std::span<const Body> start, Speculation& speculation);

// [s] When the first of the pairs meets whose way was a guess (speculation.guessed), or step.dt; `moving` [bodies] as
// from findMotion() in step/swept_pairs.h.
double timeToPostponed(const StepContext& step, std::span<const Body> moving, const Speculation& speculation);

}  // namespace keystone
