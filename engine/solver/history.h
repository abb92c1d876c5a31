// The history of a solve: the residual after every iteration.
#pragma once

#include <functional>
#include <vector>

#include "problem/residual.h"
#include "solver/solver.h"

namespace keystone {

struct HistoryPoint {
  int iteration = 0;       // sweep, round, Newton step, pivot (countOf()); 0: the start
  int factorizations = 0;  // from scratch so far
  int products = 0;        // with W so far (math/product_count.h)
  double time_ms = 0.0;    // [ms], of the method's own work so far: neither recording nor grading
  double residual = 0.0;   // of the problem as posed (problem/residual.h)
};

// Gets the points one by one, each as soon as it is known.
using HistoryWatch = std::function<void(const HistoryPoint& point)>;

// What solveAndCheck() does, to the last bit, on one thread for all islands. Islands that are solved by themselves
// iterate side by side in the history: after iteration k each is where its own k-th iteration left it, or where it
// ended; their work adds up, and their points come together at the end. The last point is that of the impulses found:
// it repeats the number of the last iteration where the method returned something else than its last iterate.
SolveReport solveWithHistory(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                             Solution& solution, const HistoryWatch& watch);

}  // namespace keystone
