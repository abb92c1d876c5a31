// Pivoting with each tangent row bounded by itself: planar Coulomb friction exactly, spatial friction in given tangent
// frames.
#pragma once

#include "solver/parametric/scaled_problem.h"
#include "solver/solver.h"
#include "solver/turning/isotropy.h"

namespace keystone {

struct BoxOptions {
  bool singly = false;           // rows one by one, the worst first, in place of all violations together
  int max_pivots = 20000;        // of all attempts together
  int restarts = 10;             // fresh perturbations, from cold, after a path that ended early
  bool blocks = false;           // of rows that change sets at once, before drives (blocks.h)
  bool normals_first = true;     // from cold, together: friction only once the normals hold
  bool goes_on = false;          // from where a path ends early, under other generic distances
  SolverTrace* trace = nullptr;  // null = off
};

// Solves in the frames of W [rows x rows] and q [rows], from the state given and into it; where that fails, the state
// stays what it was, its sets read off the impulses if it had none. The report's counts are added to, its status and
// message set.
void solveBox(const ContactProblem& problem, const SparseRows& W, const VecX& q, const BoxOptions& options,
              BoxState& state, SolveReport& report);

}  // namespace keystone
