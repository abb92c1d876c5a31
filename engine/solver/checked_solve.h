// One solve of a contact problem, its residual checked, with another method where the first left too much.
#pragma once

#include "problem/delassus.h"
#include "problem/islands.h"
#include "solver/registry.h"

namespace keystone {

// How to solve.
struct SolveMethod {
  const SolverInfo& solver;
  const ParameterValues& parameters;
  double fallback_residual;  // a failed solve worse than this is repeated by projected Gauss-Seidel
};

struct CheckedSolve {
  Solution solution;
  SolveReport report;
  Residual residual;          // of `solution`
  DeltaV delta_v;             // of `solution`
  double own_residual = 0.0;  // of the method, before anything stood in
  std::string_view fallback;  // id of the solver that stood in; else empty
};

// `islands` are the problem's (findIslands); `result` is overwritten.
void solveChecked(const SolveMethod& method, const ContactProblem& problem, const std::vector<Island>& islands,
                  const Solution& start, CheckedSolve& result);

// The same from no impulses, for whoever does not know the islands.
void solveCheckedCold(const SolveMethod& method, const ContactProblem& problem, CheckedSolve& result);

// Adds the work of a solve to that of others; the worst status and residual stand. Solutions are left alone.
void addEffort(const CheckedSolve& solve, CheckedSolve& sum);

// The status of the method of that title in one line; empty when it converged.
void describe(std::string_view title, const CheckedSolve& solve, std::string& line);
void tell(std::string_view title, SolveStatus status, std::string& line);  // its first words

}  // namespace keystone
