// Pivoting with each tangent row bounded by itself: planar Coulomb friction exactly, spatial friction in given tangent
// frames.
#pragma once

#include "solver/pivoting/basis.h"
#include "solver/solver.h"

namespace keystone {

enum class DriveOrder {
  Together,     // one drive that removes all violations at once
  LowestIndex,  // row by row, in the order of the problem (Baraff 1994)
  MostViolated  // row by row, the worst first (Bender et al. 2014, section 4.2)
};

struct BoxOptions {
  DriveOrder order = DriveOrder::Together;
  int max_pivots = 4000;         // of all attempts together
  int restarts = 6;              // fresh perturbations after a ray or a cycle
  SolverTrace* trace = nullptr;  // null = off
};

// Starts from the basis as it stands (cold: nothing clamped) and pivots until every condition holds. The report's
// counts are added to, its status and message set.
void solveBox(Basis& basis, const BoxOptions& options, SolveReport& report);

// Largest breach of a condition, in scaled impulses: what is left for pivoting to do.
double violation(const Basis& basis);

}  // namespace keystone
