// Small random contact problems.
#pragma once

#include <random>

#include "solver/registry.h"

namespace keystone::testing {

// A frictionless problem without bodies: u = W lambda + q.
inline ContactProblem lcp(const MatX& W, const VecX& q) {
  ContactProblem problem;
  problem.contacts = static_cast<int>(q.size());
  problem.q = q;
  problem.W = W.sparseView();
  problem.mu.setZero(q.size());
  return problem;
}

inline VecX gaussian(std::mt19937_64& random, int n) {
  std::normal_distribution<double> normal;
  return VecX::NullaryExpr(n, [&] { return normal(random); });
}

inline MatX gaussianMatrix(std::mt19937_64& random, int rows, int columns) {
  MatX J(rows, columns);
  for (int c = 0; c < columns; ++c) J.col(c) = gaussian(random, rows);
  return J;
}

// W = J J^T with J [n x rank]; q = J v + b, b >= 0 when `feasible` (then a solution exists), else arbitrary.
inline ContactProblem randomLcp(std::mt19937_64& random, int n, int rank, bool feasible) {
  const MatX J = gaussianMatrix(random, n, rank);
  const VecX b = gaussian(random, n).cwiseAbs();
  const VecX q = feasible ? VecX(J * gaussian(random, rank) + b) : gaussian(random, n);
  return lcp(J * J.transpose(), q);
}

// A cold solve with the solver of that id, its residual checked.
inline SolveReport solveBy(std::string_view id, const ContactProblem& problem, Solution& solution,
                           const ParameterValues& parameters = {}) {
  solution = {};
  solution.lambda.setZero(problem.rows());
  const SolverInfo& solver = *findSolver(id);
  SolveReport report = solver.solve(problem, parameters, solution, nullptr);
  if (report.status == SolveStatus::Unsupported) return report;
  checkResidual(measure(problem, solution.lambda, frictionLaw(solver, parameters)), toleranceOf(solver, parameters),
                report);
  return report;
}

}  // namespace keystone::testing
