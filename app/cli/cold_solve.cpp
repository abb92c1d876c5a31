#include "cli/cold_solve.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "math/parallel.h"
#include "math/thread_time.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

constexpr double kLongEnough = 20.0;  // [ms] in all; shorter solves are repeated, since timers and caches need warming
constexpr int kMostRepeats = 5;

// [ms] since some moment: of one thread alone where there is one, so that other programs do not count.
double now() {
  if (threads() == 1) return threadTime();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double solveOnce(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& parameters,
                 ColdSolve& result) {
  Solution cold;
  cold.lambda = VecX::Zero(problem.rows());
  const double start = now();
  result.report = solveAndCheck(solver, problem, parameters, cold, nullptr);
  const double elapsed = now() - start;
  result.solution = std::move(cold);
  return elapsed;
}

}  // namespace

ColdSolve solveCold(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& parameters) {
  ColdSolve result;
  double total_ms = result.time_ms = solveOnce(problem, solver, parameters, result);
  for (int repeat = 1; repeat < kMostRepeats && total_ms < kLongEnough; ++repeat) {
    const double ms = solveOnce(problem, solver, parameters, result);
    result.time_ms = std::min(result.time_ms, ms);
    total_ms += ms;
  }
  if (result.report.status == SolveStatus::Unsupported) {
    result.residual.value = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  result.residual = result.report.residual;
  if (result.solution.sets.empty()) {
    classify(problem, result.solution.lambda, result.solution.sets);
    result.solution.sets_inferred = true;
  }
  return result;
}

void recordHistory(const ContactProblem& problem, const SolverInfo& solver, const ParameterValues& parameters,
                   HistoryCsv& file) {
  Solution cold;
  cold.lambda = VecX::Zero(problem.rows());
  solveWithHistory(solver, problem, parameters, cold, [&](const HistoryPoint& point) { file.add(solver.id, point); });
}

}  // namespace keystone
