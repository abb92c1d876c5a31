// compute_forces of Baraff 1994: row after row driven to its condition, on a problem whose rows have bounds of their
// own.
#pragma once

#include <limits>

#include "solver/pivoting/baraff_method.h"
#include "solver/turning/isotropy.h"

namespace keystone {

// What a solve may take yet.
struct BaraffWork {
  int pivots = std::numeric_limits<int>::max();
  int rounds = std::numeric_limits<int>::max();  // of HeldRows
};

// Box friction. The impulses and, where they are known, sets of `state` are the start; `work` is less by what it took.
SolveReport drive(const ContactProblem& problem, const BaraffOptions& options, BoxState& state, BaraffWork& work,
                  SolverTrace* trace);

}  // namespace keystone
