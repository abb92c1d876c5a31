// Spatial Coulomb friction by a method for box friction: in frames turned to the friction.
#pragma once

#include <functional>

#include "solver/solver.h"
#include "solver/turning/tangent_frames.h"

namespace keystone {

struct BoxState {
  VecX lambda;     // [rows]
  IndexSets sets;  // [rows], or empty: cold
  VecX ray;        // [rows], direction in which impulses grow without end; empty unless the status is Ray
};

// Solves with box friction in the frames given, from the state given and into it; where that fails the state stays what
// it was. Adds to the report's counts, sets its status and message.
using BoxMethod = std::function<void(const TangentFrames& frames, BoxState& state, SolveReport& report)>;

// Solves with box friction in frames along the friction, turns the frames toward the sliding found and repeats, `turns`
// times at most. From the solution given and into it. The report's counts are added to, its status and message set.
void solveIsotropic(const ContactProblem& problem, const BoxMethod& solve_box, int turns, Solution& solution,
                    SolveReport& report);

}  // namespace keystone
