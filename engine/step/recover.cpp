#include "step/recover.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "problem/take_rows.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

// Share of an overlap that one step takes away: quick, and short of overshooting what the linearised contact hides.
constexpr double kShare = 0.3;
// By Gauss-Seidel, of a step that its solver has left unsolved: another solve to the limit of its work takes as long as
// the first, 30 ms in a wall that a ball breaks.
constexpr double kSweeps = 20.0;
// Worst residual of a solve without a converged end whose motion is still worth making.
constexpr double kUsableResidual = 0.1;

// The rows that also positions must respect: normals, bilateral rows and limits, but neither friction nor motors nor
// springs.
void listHoldingRows(const ContactProblem& problem, std::vector<int>& rows) {
  rows.clear();
  for (int c = 0; c < problem.contacts; ++c) rows.push_back(problem.normalRow(c));
  for (int i = problem.firstJointRow(); i < problem.rows(); ++i)
    if (problem.holds(i)) rows.push_back(i);
}

// Joint rows hold where they are; closeJoints takes their own errors away. Limits keep the room they have.
void addJoints(const ContactProblem& problem, const std::vector<int>& rows, const VecX& v, ContactProblem& recovery) {
  recovery.joint_lower.setConstant(recovery.joint_rows, -ContactProblem::kUnbounded);
  recovery.joint_upper.setConstant(recovery.joint_rows, ContactProblem::kUnbounded);
  for (int i = problem.contacts; i < recovery.rows(); ++i) {
    const int row = rows[i];
    recovery.bias[i] = problem.isLimit(row) ? std::max(0.0, rowVelocity(problem, v, row) + problem.bias[row]) : 0.0;
    if (problem.isLimit(row)) recovery.joint_lower[i - problem.contacts] = 0.0;
  }
}

// The islands of step.result.problem with the joint rows that hold.
void listHoldingIslands(const StepContext& step, const std::vector<int>& rows, std::vector<Island>& islands) {
  islands = step.result.islands;
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& number = *workspace;
  number.assign(step.result.problem.joint_rows, -1);
  for (std::size_t i = static_cast<std::size_t>(step.result.problem.contacts); i < rows.size(); ++i)
    number[rows[i] - step.result.problem.firstJointRow()] = static_cast<int>(i) - step.result.problem.contacts;
  for (Island& island : islands) {
    for (int& row : island.joint_rows) row = number[row];
    std::erase(island.joint_rows, -1);
  }
  std::erase_if(islands, [](const Island& island) { return island.contacts.empty() && island.joint_rows.empty(); });
}

// [contacts], [m]: the gap that the velocities v leave at the end of the step.
void findGapsAfter(const ContactProblem& problem, const VecX& v, VecX& gaps) {
  gaps = problem.gap;
  for (int c = 0; c < problem.contacts; ++c) gaps[c] += problem.h * rowVelocity(problem, v, problem.normalRow(c));
}

}  // namespace

bool recoverOverlap(StepContext& step, const VecX& v, DeltaV& motion, SolveReport& report) {
  const ContactProblem& problem = step.result.problem;
  const StepParams& params = step.input.params;
  const auto isDeep = [&](const VecX& gaps) { return gaps.minCoeff() < -params.recovery_slop; };
  if (problem.contacts == 0 || !isDeep(problem.gap)) return false;
  ContactProblem& recovery = step.workspace.recovery_problem;
  findGapsAfter(problem, v, recovery.gap);
  if (!isDeep(recovery.gap)) return false;
  recovery.dim = 1;
  recovery.contacts = problem.contacts;
  recovery.h = problem.h;
  recovery.inv_mass = problem.inv_mass;
  std::vector<int>& rows = step.workspace.holding_rows;
  listHoldingRows(problem, rows);
  takeRows(problem.J, rows, problem.J.cols(), recovery.J);
  recovery.v_free.setZero(problem.v_free.size());
  recovery.mu.setZero(problem.contacts);
  recovery.restitution.setZero(problem.contacts);
  recovery.joint_rows = static_cast<int>(rows.size()) - problem.contacts;
  recovery.bias.resize(recovery.rows());
  recovery.bias.head(problem.contacts) = recovery.gap.unaryExpr([&](double gap) {
    if (gap >= 0.0) return gap / problem.h;
    return gap >= -params.recovery_slop ? 0.0 : std::max(kShare * gap / problem.h, -params.recovery_speed);
  });
  if (problem.joint_rows > 0) addJoints(problem, rows, v, recovery);
  recovery.q = recovery.bias;

  // Overlap need not be solved for better than the step was. Joints must hold, for which sweeps take too many.
  const bool is_left = step.input.solver->exact && step.result.report.solve.status != SolveStatus::Converged;
  const bool sweeps = is_left && recovery.joint_rows == 0;
  static const ParameterValues few{{"iterations", kSweeps}};
  const SolverInfo& solver = sweeps ? *findSolver("pgs") : *step.input.solver;
  Solution& solution = step.workspace.recovered;
  solution.lambda.setZero(recovery.rows());
  solution.sets.clear();
  std::vector<Island>& holding = step.workspace.holding_islands;
  if (problem.joint_rows > 0) listHoldingIslands(step, rows, holding);
  report = solveByIslands(solver, recovery, problem.joint_rows > 0 ? holding : step.result.islands,
                          sweeps ? few : step.input.parameters, solution, nullptr, motion);
  return solution.lambda.allFinite() && report.residual.value <= kUsableResidual;
}

}  // namespace keystone
