// Pivoting with each tangent row bounded by itself: planar Coulomb friction exactly, spatial friction in given tangent
// frames.
#pragma once

#include "solver/pivoting/scaled_problem.h"
#include "solver/solver.h"

namespace keystone {

enum class DriveOrder {
  Together,     // one drive that removes all violations at once
  LowestIndex,  // row by row, in the order of the problem (Baraff 1994)
  MostViolated  // row by row, the worst first (Bender et al. 2014, section 4.2)
};

struct BoxOptions {
  DriveOrder order = DriveOrder::Together;
  int max_pivots = 20000;        // of all attempts together
  int restarts = 10;             // fresh perturbations, from cold, after a path that ended early
  bool blocks = false;           // of rows that change sets at once, before drives (blocks.h)
  bool normals_first = true;     // from cold, together: friction only once the normals hold
  bool goes_on = false;          // from where a path ends early, under other generic distances
  SolverTrace* trace = nullptr;  // null = off
};

struct BoxState {
  VecX lambda;     // [rows]
  IndexSets sets;  // [rows], or empty: cold
  VecX ray;        // [rows], direction in which impulses grow without end; empty unless the status is Ray
};

// Solves in the frames of W [rows x rows] and q [rows], from the state given and into it; where that fails, the state
// stays what it was, its sets read off the impulses if it had none. The report's counts are added to, its status and
// message set.
void solveBox(const ContactProblem& problem, const SparseRows& W, const VecX& q, const BoxOptions& options,
              BoxState& state, SolveReport& report);

}  // namespace keystone
