// The contact problem solved by single pivots: box friction, or Coulomb's cone by turning tangent frames.
#pragma once

#include "solver/parametric/box_solve.h"

namespace keystone {

struct PivotOptions {
  BoxOptions box;
  int turns = 100;  // of the tangent frames, at most (isotropy.h)
};

// `problem` has rows; `solution.lambda` [rows] is the start, with or without sets, and the result.
SolveReport solveByPivots(const ContactProblem& problem, FrictionLaw law, const PivotOptions& options,
                          Solution& solution, SolverTrace* trace);

}  // namespace keystone
