#include "sim/recover.h"

#include <algorithm>

#include "problem/delassus.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

// Share of an overlap that one step takes away: quick, and short of overshooting what the linearised contact hides.
constexpr double kShare = 0.3;

// Worst residual of a solve without a converged end whose motion is still worth making.
constexpr double kUsableResidual = 0.1;

// The rows that also positions must respect: normals, bilateral rows and limits, but neither friction nor motors.
std::vector<int> holdingRows(const ContactProblem& problem) {
  std::vector<int> rows;
  for (int i = 0; i < problem.rows(); ++i)
    if (problem.isNormal(i) || problem.isBilateral(i) || problem.isLimit(i)) rows.push_back(i);
  return rows;
}

SparseRows takeRows(const SparseRows& from, const std::vector<int>& taken) {
  SparseRows rows(static_cast<Eigen::Index>(taken.size()), from.cols());
  int entries = 0;
  for (const int row : taken) entries += from.outerIndexPtr()[row + 1] - from.outerIndexPtr()[row];
  rows.resizeNonZeros(entries);
  int at = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    for (SparseRows::InnerIterator it(from, taken[i]); it; ++it, ++at) {
      rows.innerIndexPtr()[at] = static_cast<int>(it.col());
      rows.valuePtr()[at] = it.value();
    }
    rows.outerIndexPtr()[i + 1] = at;
  }
  return rows;
}

// Joint rows hold where they are; closeJoints takes their own errors away. Limits keep the room they have.
void addJoints(const ContactProblem& problem, const std::vector<int>& rows, const VecX& u, ContactProblem& recovery) {
  recovery.joint_rows = static_cast<int>(rows.size()) - problem.contacts;
  recovery.bias.conservativeResize(recovery.rows());
  recovery.joint_lower.setConstant(recovery.joint_rows, -ContactProblem::kUnbounded);
  recovery.joint_upper.setConstant(recovery.joint_rows, ContactProblem::kUnbounded);
  for (int i = problem.contacts; i < recovery.rows(); ++i) {
    const int row = rows[static_cast<std::size_t>(i)];
    recovery.bias[i] = problem.isLimit(row) ? std::max(0.0, u[row]) : 0.0;
    if (problem.isLimit(row)) recovery.joint_lower[i - problem.contacts] = 0.0;
  }
}

}  // namespace

VecX recoverOverlap(const ContactProblem& problem, const VecX& v, const SolverInfo& solver, const KnobValues& knobs,
                    const StepParams& params, SolveReport& report) {
  if (problem.contacts == 0 || !(problem.gap.minCoeff() < -params.recovery_slop)) return {};
  ContactProblem recovery;
  recovery.dim = 1;
  recovery.contacts = problem.contacts;
  recovery.h = problem.h;
  recovery.inv_mass = problem.inv_mass;
  const std::vector<int> rows = holdingRows(problem);
  recovery.J = takeRows(problem.J, rows);
  recovery.v_free = VecX::Zero(problem.v_free.size());
  recovery.mu = recovery.restitution = VecX::Zero(problem.contacts);
  // The gap that the velocities leave at the end of the step.
  recovery.gap = problem.gap + problem.h * (recovery.J * v).head(problem.contacts);
  if (!(recovery.gap.minCoeff() < -params.recovery_slop)) return {};
  recovery.bias = recovery.gap.unaryExpr([&](double gap) {
    if (gap >= 0.0) return gap / problem.h;
    return gap >= -params.recovery_slop ? 0.0 : std::max(kShare * gap / problem.h, -params.recovery_speed);
  });
  if (problem.joint_rows > 0) addJoints(problem, rows, problem.J * v + problem.bias, recovery);
  recovery.q = recovery.bias;

  Solution solution;
  solution.lambda = VecX::Zero(recovery.rows());
  report = solveByIslands(solver, recovery, knobs, solution, nullptr);
  const bool usable =
      report.status == SolveStatus::Converged || measure(recovery, solution.lambda).value <= kUsableResidual;
  if (!usable || !solution.lambda.allFinite()) return {};
  return velocityAfter(recovery, solution.lambda);
}

}  // namespace keystone
