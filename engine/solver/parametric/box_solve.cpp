#include "solver/parametric/box_solve.h"

#include <algorithm>
#include <cmath>

#include "math/scratch_pool.h"
#include "solver/parametric/box_attempt.h"
#include "solver/trace.h"

namespace keystone {
namespace {

void setStatus(const ScaledProblem& problem, DriveEnd end, SolveReport& report) {
  switch (end) {
    case DriveEnd::Ray:
      // With friction and a symmetric W there always is a solution; the ray then only says that this path missed it.
      report.status = problem.sticks() ? SolveStatus::Breakdown : SolveStatus::Ray;
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

// The path from the warm start, a short one from cold, then longer ones from cold.
void solveScaled(const ScaledProblem& problem, const BoxOptions& options, BoxState& state, SolveReport& report) {
  const int rows = problem.rows();
  const int spent = report.pivots;
  // Without friction the exact path finds every solution there is.
  const bool sticks = problem.sticks();
  const auto allowed = [&](int most) {
    BoxOptions result = options;
    result.max_pivots = std::min(most, options.max_pivots - (report.pivots - spent));
    return result;
  };
  const auto solved = [&] {
    report.status = SolveStatus::Converged;
    report.message.clear();
  };
  const BoxState cold;
  BoxAttempt last;
  if (!state.sets.empty()) {
    // A warm basis is either close, and needs few pivots, or no help; what rests is found as quickly from cold.
    if (attemptBox(problem, state, allowed(40 + rows / 2), 1, state, report).solved) return solved();
    if (attemptBox(problem, cold, allowed(50 + rows / 4), 1, state, report).solved) return solved();
  }
  for (int attempt = 0; attempt <= options.restarts && report.pivots - spent < options.max_pivots; ++attempt) {
    const auto seed = static_cast<std::uint64_t>(attempt) + 1;
    BoxOptions here = allowed(options.max_pivots);
    here.normals_first = attempt % 2 == 0;
    here.blocks = here.blocks && attempt == 0;
    here.goes_on = sticks;
    last = attemptBox(problem, cold, here, seed, state, report);
    if (last.solved) return solved();
  }
  // Another path, from violation to violation, where that of all together goes astray.
  if (sticks) {
    BoxOptions singly = allowed(50 + 4 * rows);
    singly.blocks = false;
    singly.singly = true;
    if (attemptBox(problem, cold, singly, 1, state, report).solved) return solved();
  }
  setStatus(problem, last.end, report);
  state.ray = last.ray;
}

// [rows], zero but for joint rows that are bounded on both sides, unequally.
void storeMiddle(const ContactProblem& problem, VecX& middle) {
  middle.setZero(problem.rows());
  for (int i = problem.firstJointRow(); i < problem.rows(); ++i)
    if (std::isfinite(problem.lower(i)) && std::isfinite(problem.upper(i)))
      middle[i] = 0.5 * (problem.lower(i) + problem.upper(i));
}

struct ScalingWorkspace {
  VecX middle, q;  // [rows]
  ScaledProblem scaled;
};

}  // namespace

void solveBox(const ContactProblem& problem, const SparseRows& W, const VecX& q, const BoxOptions& options,
              BoxState& state, SolveReport& report) {
  const Scratch<ScalingWorkspace> workspace(problem.rows());
  VecX& middle = workspace->middle;
  storeMiddle(problem, middle);
  workspace->q.noalias() = W * middle;
  workspace->q += q;
  ScaledProblem& scaled = workspace->scaled;
  scaleProblem(problem, W, workspace->q, scaled);
  for (int i = 0; i < problem.rows(); ++i)
    state.lambda[i] = scaled.isInert(i) ? 0.0 : (state.lambda[i] - middle[i]) / (scaled.scale[i] * scaled.size);
  const auto unscaled = [&](const VecX& x) { return scaled.size * scaled.scale.cwiseProduct(x) + middle; };
  const TraceMap map(options.trace, [&](const VecX& x) -> VecX { return unscaled(x); });
  solveScaled(scaled, options, state, report);
  state.lambda = unscaled(state.lambda);
  if (state.sets.empty()) classify(problem, state.lambda, state.sets);  // failed from cold
  if (state.ray.size() > 0) state.ray = scaled.scale.cwiseProduct(state.ray);
}

}  // namespace keystone
