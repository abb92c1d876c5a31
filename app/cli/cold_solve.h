// One contact problem, one method, no warm start: solved, timed and checked.
#pragma once

#include "problem/residual.h"
#include "record/history_csv.h"
#include "solver/solver.h"

namespace keystone {

struct ColdSolve {
  SolveReport report;
  Solution solution;   // sets always filled; inferred when the method keeps none
  Residual residual;   // NaN when the method does not take such problems
  double time_ms = 0;  // [ms], fastest of a few repetitions; with --threads 1 processor time, else elapsed time
};
ColdSolve solveCold(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& parameters);

// Solves once more, the same bits, and writes the residual after every iteration.
void recordHistory(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& parameters,
                   HistoryCsv& file);

}  // namespace keystone
