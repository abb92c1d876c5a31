#include "sim/recover.h"

#include <algorithm>

#include "problem/delassus.h"

namespace keystone {
namespace {

// Share of an overlap that one step takes away: quick, and short of overshooting what the linearised contact hides.
constexpr double kShare = 0.3;

// Worst residual of a solve without a converged end whose motion is still worth making.
constexpr double kUsableResidual = 0.1;

SparseRows normalRows(const ContactProblem& problem) {
  SparseRows rows(problem.contacts, problem.J.cols());
  int entries = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    const int row = problem.normalRow(c);
    entries += problem.J.outerIndexPtr()[row + 1] - problem.J.outerIndexPtr()[row];
  }
  rows.resizeNonZeros(entries);
  int at = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    for (SparseRows::InnerIterator it(problem.J, problem.normalRow(c)); it; ++it, ++at) {
      rows.innerIndexPtr()[at] = static_cast<int>(it.col());
      rows.valuePtr()[at] = it.value();
    }
    rows.outerIndexPtr()[c + 1] = at;
  }
  return rows;
}

}  // namespace

VecX recoverOverlap(const ContactProblem& problem, const VecX& lambda, const SolverInfo& solver,
                    const KnobValues& knobs, const StepParams& params, SolveReport& report) {
  if (problem.contacts == 0 || !(problem.gap.minCoeff() < -params.recovery_slop)) return {};
  ContactProblem recovery;
  recovery.dim = 1;
  recovery.contacts = problem.contacts;
  recovery.h = problem.h;
  recovery.inv_mass = problem.inv_mass;
  recovery.J = normalRows(problem);
  recovery.v_free = VecX::Zero(problem.v_free.size());
  recovery.mu = recovery.restitution = VecX::Zero(problem.contacts);
  // The gap that the velocities leave at the end of the step.
  recovery.gap = problem.gap + problem.h * (recovery.J * velocityAfter(problem, lambda));
  if (!(recovery.gap.minCoeff() < -params.recovery_slop)) return {};
  recovery.bias = recovery.gap.unaryExpr([&](double gap) {
    if (gap >= 0.0) return gap / problem.h;
    return gap >= -params.recovery_slop ? 0.0 : std::max(kShare * gap / problem.h, -params.recovery_speed);
  });
  recovery.q = recovery.bias;

  Solution solution;
  solution.lambda = VecX::Zero(recovery.rows());
  report = solver.solve(recovery, knobs, solution, nullptr);
  const bool usable =
      report.status == SolveStatus::Converged || measure(recovery, solution.lambda).value <= kUsableResidual;
  if (!usable || !solution.lambda.allFinite()) return {};
  return velocityAfter(recovery, solution.lambda);
}

}  // namespace keystone
