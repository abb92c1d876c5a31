#include "step/reduced_step.h"

#include <Eigen/QR>
#include <algorithm>

#include "articulated/articulated_inertia.h"
#include "articulated/forest_motion.h"
#include "math/times_transposed.h"
#include "problem/take_rows.h"
#include "solver/by_islands.h"

namespace keystone {

struct TreeSystem {
  PlacedForest placed;
  ArticulatedInertia factor;

  const std::vector<Link>& links() const { return placed.forest.links; }
};

namespace {

Eigen::Index columnOf(const Link& link) {
  return 6 * static_cast<Eigen::Index>(link.body);
}

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

// J^T of one row on the bodies that it names: at most two.
struct RowEnds {
  int count = 0;
  std::array<int, 2> body{-1, -1};
  std::array<Vec6, 2> part{Vec6::Zero(), Vec6::Zero()};
};
RowEnds endsOfRow(const SparseRows& J, int row) {
  RowEnds ends;
  for (SparseRows::InnerIterator it(J, row); it; ++it) {
    const int body = static_cast<int>(it.col()) / 6;
    if (ends.count == 0 || ends.body[ends.count - 1] != body) ends.body[ends.count++] = body;
    ends.part[ends.count - 1][it.col() % 6] = it.value();
  }
  return ends;
}

// Whitened rows Y [rows x dofs] of rows of J [rows x 6 bodies]; Y Y^T = J S M^-1 S^T J^T.
void whitenRows(const TreeSystem& system, const ContactProblem& problem, const std::vector<int>& rows, SparseRows& Y) {
  std::vector<Eigen::Triplet<double>> entries;
  VecX dense = VecX::Zero(system.placed.forest.dofs);
  std::vector<int> touched;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const RowEnds ends = endsOfRow(problem.J, rows[r]);
    touched.clear();
    for (int k = 0; k < ends.count; ++k) {
      const auto end = static_cast<std::size_t>(k);
      const int link = system.placed.forest.link_of_body[ends.body[end]];
      if (link < 0) continue;
      whiten(system.placed, system.factor, link, ends.part[end], dense);
      for (int i = link; i >= 0; i = system.links()[i].parent) touched.push_back(i);
    }
    for (const int i : touched) {
      const Link& link = system.links()[i];
      for (int k = link.first; k < link.first + link.count; ++k) {
        if (dense[k] != 0.0) entries.emplace_back(static_cast<int>(r), k, dense[k]);
        dense[k] = 0.0;
      }
    }
  }
  Y.resize(static_cast<Eigen::Index>(rows.size()), system.placed.forest.dofs);
  Y.setFromTriplets(entries.begin(), entries.end());
}

// Takes out joint rows that no generalized velocity changes, as those across the plane of a planar linkage: what
// rounding leaves of them says nothing. `rows` are those of `kept` in the whole problem, and Y has them whitened.
void dropIdleRows(const ContactProblem& problem, Island& kept, std::vector<int>& rows, SparseRows& Y) {
  constexpr double kIdle = 1e-20;  // of the row's W in maximal coordinates: 1e-10 of its velocity
  const auto is_idle = [&](std::size_t i) {
    const int row = rows[i];
    return problem.isJoint(row) && problem.isBilateral(row) && !problem.isSoft(row) &&
           Y.row(static_cast<Eigen::Index>(i)).squaredNorm() <= kIdle * delassusDiagonalEntry(problem, row);
  };
  std::vector<int> moved, left;
  kept.joint_rows.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_idle(i)) continue;
    moved.push_back(static_cast<int>(i));
    left.push_back(rows[i]);
    if (problem.isJoint(rows[i])) kept.joint_rows.push_back(rows[i] - problem.firstJointRow());
  }
  if (left.size() == rows.size()) return;
  rows = std::move(left);
  const SparseRows all = Y;
  takeRows(all, moved, all.cols(), Y);
}

// The problem of an island without bodies. `v` [6 bodies]: velocities before impulses, along the joints. `kept`: the
// island less the rows of tree joints; idle ones go, too. `rows` become its rows in the whole problem.
void reduceIsland(const TreeSystem& system, const ContactProblem& problem, const VecX& v, Island& kept,
                  std::vector<int>& rows, ContactProblem& part) {
  SparseRows Y;
  whitenRows(system, problem, rows, Y);
  dropIdleRows(problem, kept, rows, Y);
  restrictTo(problem, kept, part);
  timesTransposed(Y, Y, part.W);
  for (int row = part.firstJointRow(); row < part.rows(); ++row)
    if (part.isSoft(row)) part.W.coeffRef(row, row) += part.complianceOf(row);
  part.W.makeCompressed();
  for (std::size_t r = 0; r < rows.size(); ++r)
    part.q[static_cast<Eigen::Index>(r)] = rowVelocity(problem, v, rows[r]) + problem.bias[rows[r]];
  part.J.resize(0, 0);
  part.inv_mass.clear();
  part.v_free.resize(0);
  part.v_before.resize(0);
  part.contact_points.clear();
}

// The impulses of tree joints, from what the links' velocities change by beside `v` [6 bodies] of all impulses: from
// the ends of the branches to the roots, what a joint passes on is what its branch needs.
void findTreeImpulses(const TreeSystem& system, const std::vector<char>& structural, const ContactProblem& problem,
                      const VecX& v, VecX& lambda) {
  const VecX others = problem.J.transpose() * lambda;
  std::vector<Vec6> passed(system.links().size(), Vec6::Zero());
  std::vector<std::vector<int>> rows_of(static_cast<std::size_t>(system.placed.forest.is_tree_joint.size()));
  for (std::size_t row = 0; row < structural.size(); ++row)
    if (structural[row] != 0)
      rows_of[problem.joint_of_row[row]].push_back(problem.firstJointRow() + static_cast<int>(row));
  for (std::size_t i = system.links().size(); i-- > 0;) {
    const Link& link = system.links()[i];
    if (link.isFree()) continue;
    const PlacedLink& at = system.placed.links[i];
    const Vec6 change = v.segment<6>(columnOf(link)) - problem.v_free.segment<6>(columnOf(link));
    Vec6 wrench;
    wrench << at.mass * change.head<3>(), at.inertia * change.tail<3>();
    wrench += passed[i] - others.segment<6>(columnOf(link));
    if (link.parent >= 0) passed[link.parent] += carriedBack(at.shift, wrench);
    const std::vector<int>& rows = rows_of[link.joint];
    if (rows.empty()) continue;
    LinkColumns columns(6, static_cast<Eigen::Index>(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const RowEnds ends = endsOfRow(problem.J, rows[k]);
      columns.col(static_cast<Eigen::Index>(k)) = ends.part[ends.body[0] == link.body ? 0 : 1];
    }
    const LinkVector impulses = Eigen::ColPivHouseholderQR<LinkColumns>(columns).solve(wrench);
    for (std::size_t k = 0; k < rows.size(); ++k) lambda[rows[k]] = impulses[static_cast<Eigen::Index>(k)];
  }
}

void solvePart(const StepContext& step, const ContactProblem& part, const std::vector<int>& rows, Solution& whole,
               CheckedSolve& effort) {
  std::vector<Island> islands;
  findIslands(part, islands);
  Solution start;
  restrictTo(step.result.start, rows, start);
  CheckedSolve solve;
  solveChecked(solveMethodOf(step.input), part, islands, start, solve);
  addEffort(solve, effort);
  if (solve.report.stage_rank >= effort.report.stage_rank) {
    effort.report.stage = solve.report.stage;
    effort.report.stage_rank = solve.report.stage_rank;
  }
  placeInto(solve.solution, rows, whole);
}

// Solves all islands, each in its form, into `whole`; the rows of tree joints are left at 0.
void solveIslands(const StepContext& step, const TreeSystem& system, const std::vector<char>& structural, const VecX& v,
                  Solution& whole, CheckedSolve& effort) {
  const ContactProblem& problem = step.result.problem;
  std::vector<int> rows;
  for (const Island& island : step.result.islands) {
    Island kept = island;
    std::erase_if(kept.joint_rows, [&](int row) { return structural[row] != 0; });
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

void treePosesAhead(const TreeSystem& system, const World& world, double dt, std::vector<Pose>& poses) {
  posesAhead(world.bodies, dt, poses);
  VecX v;
  velocitiesOf(world.bodies, v);
  std::vector<Pose> along = poses;
  moveForest(system.placed.forest, world.joints, world.bodies, dt * nearestVelocities(system.placed, system.factor, v),
             along);
  for (const Link& link : system.links())
    if (!link.alone) poses[link.body] = along[link.body];
}

void takeTreeMotion(const TreeSystem& system, const World& world, ContactProblem& problem) {
  VecX v, c, torque;
  velocitiesOf(world.bodies, v);
  spreadVelocities(system.placed, nearestVelocities(system.placed, system.factor, v), v);
  velocityProducts(system.placed, world.joints, v, c);
  gyroscopicTorques(system.placed, v, torque);
  VecX total = VecX::Zero(v.size());  // accelerations by velocities alone
  for (std::size_t i = 0; i < system.links().size(); ++i) {
    const Link& link = system.links()[i];
    if (link.alone) continue;
    Vec6 a = c.segment<6>(6 * static_cast<Eigen::Index>(i));
    if (link.parent >= 0)
      a += carried(system.placed.links[i].shift, total.segment<6>(columnOf(system.links()[link.parent])));
    total.segment<6>(columnOf(link)) = a;
    problem.v_free.segment<6>(columnOf(link)) -= problem.h * a;
    problem.v_free.segment<3>(columnOf(link) + 3) -=
        problem.h * (problem.inv_mass[link.body].angular * torque.segment<3>(columnOf(link) + 3));
  }
  const std::vector<char> structural = findStructuralRows(world, system.placed.forest, problem);
  for (int row = 0; row < problem.rows(); ++row) {
    const double u = rowVelocity(problem, problem.v_free, row);
    const int own = row - problem.firstJointRow();
    if (own >= 0 && structural[own] != 0) problem.bias[row] = 0.0;
    // What is left of a spring that is all explicit (problem/spring_rows.h) asks for nothing.
    if (own >= 0 && problem.lower(row) == 0.0 && problem.upper(row) == 0.0) problem.bias[row] = -u;
    problem.q[row] = u + problem.bias[row];
  }
}

void solveTrees(StepContext& step) {
  const ContactProblem& problem = step.result.problem;
  const SolveMethod method = solveMethodOf(step.input);
  CheckedSolve& solve = step.workspace.solve;
  const TreeSystem& system = *step.trees;
  if (!method.solver.accepts.w_only)
    return solveChecked(method, problem, step.result.islands, step.result.start, solve);
  const std::vector<char> structural = findStructuralRows(step.world, system.placed.forest, problem);
  VecX v = problem.v_free;
  spreadVelocities(system.placed, nearestVelocities(system.placed, system.factor, problem.v_free), v);

  solve = CheckedSolve{};
  Solution whole;
  whole.lambda.setZero(problem.rows());
  whole.sets.assign(problem.rows(), RowSet::Bilateral);
  solveIslands(step, system, structural, v, whole, solve);

  ForestResponse response;
  respond(system.placed, system.factor, problem.J.transpose() * whole.lambda, {}, {}, response);
  for (std::size_t i = 0; i < system.links().size(); ++i)
    v.segment<6>(columnOf(system.links()[i])) += response.a.segment<6>(6 * static_cast<Eigen::Index>(i));
  findTreeImpulses(system, structural, problem, v, whole.lambda);
  solve.solution = std::move(whole);
  if (solve.report.status == SolveStatus::Unsupported) return;
  deltaV(problem, solve.solution.lambda, solve.delta_v);
  solve.residual =
      measure(problem, solve.solution.lambda, solve.delta_v, frictionLaw(method.solver, method.parameters));
  if (solve.report.status == SolveStatus::Converged) {
    solve.own_residual = solve.residual.value;
    checkResidual(solve.residual, toleranceOf(method.solver, method.parameters), solve.report);
  }
  solve.delta_v.bodies = v - problem.v_free;
}

void moveTrees(const TreeSystem& system, const World& world, const VecX& v, const VecX& recovery, double dt,
               std::vector<Motion>& motions) {
  const VecX qdot = nearestVelocities(system.placed, system.factor, v);
  VecX s = dt * qdot;
  if (recovery.size() > 0) s += dt * nearestVelocities(system.placed, system.factor, recovery);
  std::vector<Pose> poses;
  for (const Motion& motion : motions) poses.push_back(motion.pose);
  moveForest(system.placed.forest, world.joints, world.bodies, s, poses);
  std::vector<Body> moved(world.bodies.begin(), world.bodies.end());
  for (std::size_t b = 0; b < moved.size(); ++b) moved[b].pose = poses[b];
  PlacedForest placed = system.placed;
  replaceForest(moved, world.joints, placed);
  VecX after = v;
  spreadVelocities(placed, qdot, after);
  for (const Link& link : system.links()) {
    if (link.alone) continue;
    Motion& motion = motions[link.body];
    motion.pose = poses[link.body];
    motion.velocity = after.segment<3>(columnOf(link));
    motion.omega = after.segment<3>(columnOf(link) + 3);
  }
}

}  // namespace keystone
