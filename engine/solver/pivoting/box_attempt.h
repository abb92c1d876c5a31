// One attempt at the box problem: drives from the basis as it stands until every condition holds.
#pragma once

#include <cstdint>

#include "solver/pivoting/box_solve.h"
#include "solver/pivoting/drive.h"

namespace keystone {

struct BoxAttempt {
  bool solved = false;
  DriveEnd end = DriveEnd::Arrived;  // of the last drive
  VecX ray = {};                     // [rows], scaled; empty unless end is Ray
};

// A basis without clamped rows is a cold start. `seed` chooses the generic distances. The report's counts are added to.
BoxAttempt attemptBox(Basis& basis, const BoxOptions& options, std::uint64_t seed, SolveReport& report);

}  // namespace keystone
