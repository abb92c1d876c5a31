#include "solver/pivoting/box_solve.h"

#include <algorithm>

#include "solver/pivoting/box_attempt.h"
#include "solver/pivoting/proximal.h"

namespace keystone {
namespace {

void setStatus(const ScaledProblem& problem, DriveEnd end, SolveReport& report) {
  switch (end) {
    case DriveEnd::Ray:
      // With friction and a symmetric W there always is a solution; the ray then only says that this path missed it.
      report.status = problem.symmetric && problem.mu.any() ? SolveStatus::Breakdown : SolveStatus::Ray;
      report.message = "unbounded ray: impulses can grow for ever without closing the violation";
      return;
    case DriveEnd::Cycle:
      report.status = SolveStatus::IterationLimit;
      report.message = "too many pivots without progress";
      return;
    case DriveEnd::Lost:
      report.status = SolveStatus::Breakdown;
      report.message = "rounding led off the path";
      return;
    case DriveEnd::Arrived:
      report.status = SolveStatus::Breakdown;
      report.message = "the conditions still fail beyond rounding";
  }
}

// One attempt on the problem as it is; `state` changes only when it succeeds.
BoxAttempt attemptExact(const ScaledProblem& problem, const BoxOptions& options, std::uint64_t seed, BoxState& state,
                        SolveReport& report) {
  Basis basis(problem);
  const bool warm = !state.sets.empty();
  basis.start(warm ? state.sets : basis.sets(), warm ? state.lambda : basis.lambda);
  BoxAttempt attempt = attemptBox(basis, options, seed, report);
  if (attempt.solved) state = {basis.lambda, basis.sets(), {}};
  return attempt;
}

}  // namespace

void solveBox(const ScaledProblem& problem, const BoxOptions& options, BoxState& state, SolveReport& report) {
  const int rows = problem.rows();
  const int spent = report.pivots;
  // Without friction the exact path finds every solution there is.
  const bool sticks = problem.symmetric && problem.mu.any();
  const auto allowed = [&](int most) {
    BoxOptions result = options;
    result.max_pivots = std::min(most, options.max_pivots - (report.pivots - spent));
    return result;
  };
  const auto solved = [&] {
    report.status = SolveStatus::Converged;
    report.message.clear();
  };
  BoxState cold{VecX::Zero(rows), {}, {}};
  BoxAttempt last;
  if (!state.sets.empty()) {
    // A warm basis is either close, and needs few pivots, or no help; what rests is found as quickly from cold. What is
    // torn apart has a long path, better followed in proximal rounds.
    if (attemptExact(problem, allowed(40 + rows / 2), 1, state, report).solved) return solved();
    BoxState rest = cold;
    if (attemptExact(problem, allowed(50 + rows / 4), 1, rest, report).solved) {
      state = std::move(rest);
      return solved();
    }
    if (sticks && solveProximal(problem, allowed(options.max_pivots), state, report)) return solved();
  }
  for (int attempt = 0; attempt <= options.restarts && report.pivots - spent < options.max_pivots; ++attempt) {
    last = attemptExact(problem, allowed(options.max_pivots), static_cast<std::uint64_t>(attempt) + 1, cold, report);
    if (last.solved) {
      state = std::move(cold);
      return solved();
    }
  }
  if (sticks && solveProximal(problem, allowed(options.max_pivots), cold, report)) {
    state = std::move(cold);
    return solved();
  }
  setStatus(problem, last.end, report);
  state.ray = last.ray;
}

}  // namespace keystone
