// One attempt at the box problem: drives from a basis until every condition holds.
#pragma once

#include <cstdint>

#include "solver/parametric/box_solve.h"
#include "solver/parametric/drive.h"

namespace keystone {

struct BoxAttempt {
  bool solved = false;
  DriveEnd end = DriveEnd::Arrived;  // of the last drive
  VecX ray = {};                     // [rows], scaled; empty unless end is Ray
};

// From the state `from`, cold when it has no sets, and when it succeeds into `state`, which may be the same. `seed`
// chooses the generic distances. The report's counts are added to.
BoxAttempt attemptBox(const ScaledProblem& problem, const BoxState& from, const BoxOptions& options, std::uint64_t seed,
                      BoxState& state, SolveReport& report);

}  // namespace keystone
