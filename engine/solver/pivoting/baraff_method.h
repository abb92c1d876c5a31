// Baraff's method: row after row driven to its condition, while those before it keep theirs.
#pragma once

#include "solver/solver.h"

namespace keystone {

enum class DriveOrder {
  Lowest,       // the first row whose condition fails (Baraff 1994)
  MostViolated  // the normal that fails most, and friction once all normals hold
};

struct BaraffOptions {
  DriveOrder order = DriveOrder::MostViolated;
  bool to_bound = false;  // friction that was given up is driven to its bound, not (Baraff) to zero
  int work = 0;           // pivots at most; 0: what a frame holds, from cold ten a row; -1: unbounded
  int turns = 30;         // of the tangent frames in space, at most (turning/)
};

// `problem` has rows; the solution's impulses and, where they are known, sets are the start.
SolveReport solveBaraff(const ContactProblem& problem, FrictionLaw law, const BaraffOptions& options,
                        Solution& solution, SolverTrace* trace);

}  // namespace keystone
