#include "solver/checked_solve.h"

#include <cstdio>

#include "problem/delassus.h"
#include "solver/by_islands.h"
#include "solver/fallback.h"

namespace keystone {
namespace {

void addResidual(double residual, std::string& line) {
  char size[32];
  std::snprintf(size, sizeof size, ", residual %.1e", residual);
  line += size;
}

void addMissing(double approach_speed, std::string& line) {
  char speed[48];
  std::snprintf(speed, sizeof speed, "; contacts still close at %.3g m/s", approach_speed);
  line += speed;
}

}  // namespace

void solveChecked(const SolveMethod& method, const ContactProblem& problem, const std::vector<Island>& islands,
                  const Solution& start, CheckedSolve& result) {
  result.solution = start;
  result.report =
      solveByIslands(method.solver, problem, islands, method.parameters, result.solution, nullptr, result.delta_v);
  result.residual = result.report.residual;
  result.own_residual = result.residual.value;
  result.fallback = {};
  if (result.report.status == SolveStatus::Converged || result.report.status == SolveStatus::Unsupported) return;
  result.fallback = fallBack(problem, islands, start, method, result.solution, result.residual);
  if (!result.fallback.empty()) deltaV(problem, result.solution.lambda, result.delta_v);
}

void solveCheckedCold(const SolveMethod& method, const ContactProblem& problem, CheckedSolve& result) {
  std::vector<Island> islands;
  findIslands(problem, islands);
  const Solution cold{VecX::Zero(problem.rows()), {}};
  solveChecked(method, problem, islands, cold, result);
}

void addEffort(const CheckedSolve& solve, CheckedSolve& sum) {
  if (addReport(solve.report, sum.report)) {
    sum.own_residual = solve.own_residual;
    sum.fallback = solve.fallback;
  }
  // Written so that a residual that is not a number stays.
  if (!(solve.residual.value <= sum.residual.value)) sum.residual = solve.residual;
}

void tell(std::string_view title, SolveStatus status, std::string& line) {
  line.assign(title).append(": ").append(toString(status));
}

void describe(std::string_view title, const CheckedSolve& solve, std::string& line) {
  line.clear();
  if (solve.report.status == SolveStatus::Converged) return;
  tell(title, solve.report.status, line);
  addResidual(solve.own_residual, line);
  if (!solve.report.message.empty()) line.append(" (").append(solve.report.message).append(")");
  if (solve.report.status == SolveStatus::Ray) addMissing(solve.residual.approach_speed, line);
  if (solve.fallback.empty()) return;
  line.append("; impulses by ").append(findSolver(solve.fallback)->title);
  addResidual(solve.residual.value, line);
}

}  // namespace keystone
