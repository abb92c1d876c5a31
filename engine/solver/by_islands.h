// A contact problem solved island by island.
#pragma once

#include "problem/delassus.h"
#include "problem/islands.h"
#include "solver/solver.h"

namespace keystone {

// What `solver.solve` does, for each island of the problem by itself and, unless there is a trace to write, on several
// threads: the same bits for any number of them. Inexact methods are given the problem as a whole when most of it is
// one island. The report's work is that of all islands, its iterations the most of one; the first island that fails
// gives status and message, the hardest one the stage. With a trace the islands follow each other in it.
// The residual of the whole is checked, under the law and to the tolerance that the solver is asked for
// (checkResidual()).
// `islands` are the problem's (findIslands), `delta_v` receives that of the impulses found (problem/delassus.h).
SolveReport solveByIslands(const SolverInfo& solver, const ContactProblem& problem, const std::vector<Island>& islands,
                           const ParameterValues& parameters, Solution& solution, SolverTrace* trace, DeltaV& delta_v);
// The same for whoever needs neither.
SolveReport solveAndCheck(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                          Solution& solution, SolverTrace* trace);

// The island's share of a solution of the whole; rows as rowsOf().
void restrictTo(const Solution& whole, const std::vector<int>& rows, Solution& part);

// The other way round. `whole` has sets.
void placeInto(const Solution& part, const std::vector<int>& rows, Solution& whole);

}  // namespace keystone
