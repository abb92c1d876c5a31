// The forces of one step at contacts that rest or slide: static and dynamic friction at once.
#pragma once

#include <string>

#include "step/step_parts.h"

namespace keystone {

struct ForceSolve {
  double jam_impulse = 0.0;  // [N s], the largest normal impulse of those
  int jammed = 0;            // sliding contacts that only an impulse could stop (Painleve)
  std::string note;          // what was done beyond solving; else empty
};

// Solves result.problem from result.start into workspace.solve, forces times dt [N s]; tangent rows hold the velocity
// at the step's end at zero as far as friction can. Contacts that slide faster than params.slip_speed by the velocities
// `v` [6 bodies] of the step's start have dynamic friction against that sliding, by substitution
// (problem/substitute_sliding.h); their mu in result.problem is set to the dynamic one. Those that stop within the
// step, and all others, have static friction. result.sliding becomes the contacts whose friction was substituted in the
// last solve, result.start what that began with.
ForceSolve solveForces(StepContext& step, const VecX& v);

}  // namespace keystone
