#include "step/reduced_step.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "articulated/seat_links.h"
#include "impact/keep_energy.h"
#include "solver/by_islands.h"
#include "step/tree_problem.h"
#include "step/tree_springs.h"

namespace keystone {
namespace {

// [joint rows], whether each is an equality row of a tree joint, which reduced coordinates hold by themselves.
std::vector<char> findStructuralRows(const World& world, const Forest& forest, const ContactProblem& problem) {
  std::vector<char> structural(static_cast<std::size_t>(problem.joint_rows), 0);
  int before = -1, own = 0;
  for (std::size_t row = 0; row < problem.joint_of_row.size(); ++row) {
    const int joint = problem.joint_of_row[row];
    own = joint == before ? own + 1 : 0;
    before = joint;
    const auto at = static_cast<std::size_t>(joint);
    structural[row] =
        forest.is_tree_joint[at] != 0 && own < structuralRows(world.joints[at].kind, world.planar) ? 1 : 0;
  }
  return structural;
}

using RowsOfJoints = std::vector<std::vector<int>>;
// `of_trees` [joint rows].
RowsOfJoints rowsOfJoints(const TreeSystem& system, const std::vector<char>& of_trees, const ContactProblem& problem) {
  RowsOfJoints rows(system.placed.forest.is_tree_joint.size());
  for (std::size_t row = 0; row < of_trees.size(); ++row)
    if (of_trees[row] != 0) rows[problem.joint_of_row[row]].push_back(problem.firstJointRow() + static_cast<int>(row));
  return rows;
}

// J^T of a tree joint's rows on its link.
LinkColumns columnsOn(const Link& link, const std::vector<int>& rows, const ContactProblem& problem) {
  LinkColumns columns(6, static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const RowEnds ends = endsOfRow(problem.J, rows[k]);
    columns.col(static_cast<Eigen::Index>(k)) = ends.part[ends.body[0] == link.body ? 0 : 1];
  }
  return columns;
}

// [6 links], the least velocities of links past what carries them that their joints' biases ask for.
VecX treeOffsets(const TreeSystem& system, const RowsOfJoints& rows_of, const ContactProblem& problem) {
  VecX offset = VecX::Zero(6 * static_cast<Eigen::Index>(system.links().size()));
  for (std::size_t i = 0; i < system.links().size(); ++i) {
    const Link& link = system.links()[i];
    if (link.isFree() || rows_of[link.joint].empty()) continue;
    const std::vector<int>& rows = rows_of[link.joint];
    LinkVector bias(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) bias[static_cast<Eigen::Index>(k)] = problem.bias[rows[k]];
    const LinkColumns columns = columnsOn(link, rows, problem);
    const LinkSquare gram = columns.transpose() * columns;
    offset.segment<6>(6 * static_cast<Eigen::Index>(i)) = -columns * gram.llt().solve(bias);
  }
  return offset;
}

Vec6 impulseOf(const PlacedLink& link, const Vec6& v) {
  Vec6 impulse;
  impulse << link.mass * v.head<3>(), link.inertia * v.tail<3>();
  return impulse;
}

// The impulses of tree joints, from what the links' velocities change by beside `v` [6 bodies] of all impulses: from
// the ends of the branches to the roots, what a joint passes on is what its branch needs.
void findTreeImpulses(const TreeSystem& system, const RowsOfJoints& rows_of, const ContactProblem& problem,
                      const VecX& v, VecX& lambda) {
  VecX wrenches(6 * static_cast<Eigen::Index>(system.links().size()));
  for (std::size_t i = 0; i < system.links().size(); ++i)
    wrenches.segment<6>(6 * static_cast<Eigen::Index>(i)) =
        impulseOf(system.placed.links[i],
                  v.segment<6>(columnOf(system.links()[i])) - problem.v_free.segment<6>(columnOf(system.links()[i])));
  passWrenches(system.placed, problem.J.transpose() * lambda, wrenches);
  for (std::size_t i = 0; i < system.links().size(); ++i) {
    const Link& link = system.links()[i];
    if (link.isFree() || rows_of[link.joint].empty()) continue;
    const std::vector<int>& rows = rows_of[link.joint];
    const LinkVector impulses = Eigen::ColPivHouseholderQR<LinkColumns>(columnsOn(link, rows, problem))
                                    .solve(wrenches.segment<6>(6 * static_cast<Eigen::Index>(i)));
    for (std::size_t k = 0; k < rows.size(); ++k) lambda[rows[k]] = impulses[static_cast<Eigen::Index>(k)];
  }
}

// How far the impulses are from those that change the links' velocities as found: the largest part of what is missing
// [N s], [N m s], over the largest impulse. The problem in maximal coordinates does not tell: its scale is what stops
// each body by itself, next to nothing for a link that has next to no mass. Momenta are known to 2.2e-5 of 1e-9, as in
// problem/residual.h.
double imbalanceOf(const TreeSystem& system, const ContactProblem& problem, const CheckedSolve& solve) {
  constexpr double kKnown = 2.2e-5;
  if (problem.rows() == 0) return 0.0;
  const VecX pushes = problem.J.transpose() * solve.solution.lambda;
  double missing = 0.0, momentum = 0.0;
  for (std::size_t i = 0; i < system.links().size(); ++i) {
    const PlacedLink& at = system.placed.links[i];
    const Eigen::Index column = columnOf(system.links()[i]);
    const Vec6 change = impulseOf(at, solve.delta_v.bodies.segment<6>(column)) - pushes.segment<6>(column);
    missing = std::max(missing, change.lpNorm<Eigen::Infinity>());
    momentum = std::max(momentum, impulseOf(at, problem.v_free.segment<6>(column)).lpNorm<Eigen::Infinity>());
  }
  const double scale = std::max(solve.solution.lambda.lpNorm<Eigen::Infinity>(), kKnown * momentum);
  return scale > 0.0 ? missing / scale : 0.0;
}

// What is left unsolved must not drive the bodies: with next to no inertia against it, an impulse that is a little off
// gains any energy. Where motors, springs or dry friction act, their work cannot be told from it.
void keepUnsolvedPassive(const SolveMethod& method, const ContactProblem& part, const std::vector<Island>& islands,
                         CheckedSolve& solve, StepReport& report) {
  if (solve.report.status == SolveStatus::Converged || !solve.solution.lambda.allFinite()) return;
  std::vector<Island> passive = islands;
  std::erase_if(passive, [&](const Island& island) {
    return !std::ranges::all_of(island.joint_rows, [&](int row) { return part.holds(row); });
  });
  if (!scaleGains(passive, part, solve.solution.lambda, solve.delta_v)) return;
  solve.residual = measure(part, solve.solution.lambda, solve.delta_v, frictionLaw(method.solver, method.parameters));
  addNote("impulses left unsolved are made smaller, so as to gain no energy", report);
}

void solvePart(StepContext& step, const ContactProblem& part, const std::vector<int>& rows, Solution& whole,
               CheckedSolve& effort) {
  std::vector<Island> islands;
  findIslands(part, islands);
  Solution start;
  restrictTo(step.result.start, rows, start);
  CheckedSolve solve;
  const SolveMethod method = solveMethodOf(step.input);
  solveChecked(method, part, islands, start, solve);
  keepUnsolvedPassive(method, part, islands, solve, step.result.report);
  addEffort(solve, effort);
  placeInto(solve.solution, rows, whole);
}

// Solves all islands, each in its form, into `whole`; the rows that are the trees' are left at 0.
void solveIslands(StepContext& step, const TreeSystem& system, const std::vector<char>& of_trees, const VecX& v,
                  Solution& whole, CheckedSolve& effort) {
  const ContactProblem& problem = step.result.problem;
  std::vector<int> rows;
  for (const Island& island : step.result.islands) {
    Island kept = island;
    std::erase_if(kept.joint_rows, [&](int row) { return of_trees[row] != 0; });
    const bool has_trees = kept.joint_rows.size() < island.joint_rows.size();
    rowsOf(problem, kept, rows);
    ContactProblem part;
    if (!has_trees)
      restrictTo(problem, island, part);
    else
      reduceIsland(system, problem, v, kept, rows, part);
    if (!rows.empty()) solvePart(step, part, rows, whole, effort);
  }
}

// The trees with their springs (step/tree_springs.h), which act on `v` [6 bodies], too; their rows are then the trees'.
// False, and nothing is changed, where there are none.
bool takeSprings(const ContactProblem& problem, const TreeSystem& system, VecX& v, std::vector<char>& of_trees,
                 TreeSystem& sprung) {
  std::vector<TreeSpring> springs;
  findTreeSprings(system.placed, problem, of_trees, springs);
  if (springs.empty()) return false;
  sprung.placed = system.placed;
  const int dofs = system.placed.forest.dofs;
  for (const TreeSpring& spring : springs) of_trees[spring.row - problem.firstJointRow()] = 1;
  factorInertia(sprung.placed, sprung.factor, addedInertia(springs, problem, dofs));
  push(sprung, VecX::Zero(v.size()), springImpulses(springs, problem, v, dofs), v);
  return true;
}

}  // namespace

bool isReduced(const StepInput& input) {
  return input.params.coordinates == Coordinates::Reduced && input.stepper == StepperKind::Velocity &&
         input.params.impact_time == ImpactTime::Step;
}

std::shared_ptr<const TreeSystem> findTrees(const World& world) {
  auto trees = std::make_shared<TreeSystem>();
  placeForest(world.bodies, world.joints, world.planar, trees->placed);
  if (!trees->placed.forest.hasTreeJoints()) return nullptr;
  factorInertia(trees->placed, trees->factor);
  return trees;
}

std::span<const char> treeJoints(const TreeSystem& trees) {
  return trees.placed.forest.is_tree_joint;
}

bool seatTrees(const TreeSystem& trees, double tolerance, World& world) {
  return seatLinks(trees.placed.forest, world.joints, tolerance, world.bodies);
}

void solveTrees(StepContext& step) {
  const ContactProblem& problem = step.result.problem;
  const SolveMethod method = solveMethodOf(step.input);
  CheckedSolve& solve = step.workspace.solve;
  const TreeSystem& system = *step.trees;
  if (!method.solver.accepts.w_only)
    return solveChecked(method, problem, step.result.islands, step.result.start, solve);
  std::vector<char> of_trees = findStructuralRows(step.world, system.placed.forest, problem);
  VecX v = problem.v_free;
  holdTrees(system.placed, system.factor, treeOffsets(system, rowsOfJoints(system, of_trees, problem), problem), v);
  TreeSystem sprung;
  const TreeSystem& held = takeSprings(problem, system, v, of_trees, sprung) ? sprung : system;
  const RowsOfJoints rows_of = rowsOfJoints(system, of_trees, problem);

  solve = CheckedSolve{};
  Solution whole;
  whole.lambda.setZero(problem.rows());
  whole.sets.assign(problem.rows(), RowSet::Bilateral);
  solveIslands(step, held, of_trees, v, whole, solve);

  push(held, problem.J.transpose() * whole.lambda, {}, v);
  findTreeImpulses(system, rows_of, problem, v, whole.lambda);
  solve.solution = std::move(whole);
  if (solve.report.status == SolveStatus::Unsupported) return;
  solve.delta_v.rows.resize(0);
  solve.delta_v.bodies = v - problem.v_free;
  const double of_islands = solve.residual.value, unbalanced = imbalanceOf(system, problem, solve);
  solve.residual =
      measure(problem, solve.solution.lambda, solve.delta_v, frictionLaw(method.solver, method.parameters));
  if (!std::isnan(solve.residual.value)) solve.residual.value = std::max(of_islands, unbalanced);
  if (solve.report.status == SolveStatus::Converged) {
    solve.own_residual = solve.residual.value;
    checkResidual(solve.residual, toleranceOf(method.solver, method.parameters), solve.report);
  }
}

}  // namespace keystone
