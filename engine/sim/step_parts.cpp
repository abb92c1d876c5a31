#include "sim/step_parts.h"

#include <algorithm>
#include <cstdio>

#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/delassus.h"
#include "sim/close_joints.h"
#include "sim/fallback.h"
#include "sim/joined.h"
#include "sim/motion.h"
#include "sim/recover.h"
#include "sim/rest.h"
#include "sim/step_statistics.h"
#include "sim/warm_start.h"
#include "solver/by_islands.h"

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

void tell(const SolverInfo& solver, SolveStatus status, std::string& line) {
  line.assign(solver.title).append(": ").append(toString(status));
}

void describe(const SolverInfo& solver, const CheckedSolve& solve, std::string& line) {
  line.clear();
  if (solve.report.status == SolveStatus::Converged) return;
  tell(solver, solve.report.status, line);
  addResidual(solve.own_residual, line);
  if (!solve.report.message.empty()) line.append(" (").append(solve.report.message).append(")");
  if (solve.report.status == SolveStatus::Ray) addMissing(solve.residual.approach_speed, line);
  if (solve.fallback.empty()) return;
  line.append("; impulses by ").append(findSolver(solve.fallback)->title);
  addResidual(solve.residual.value, line);
}

void fillProblem(const World& world, const StepParams& params, std::span<const Manifold> manifolds, const VecX& v_free,
                 double restitution_threshold, ContactProblem& problem) {
  const Scratch<JointRowList> joints;
  listJointRows(world.joints, world.bodies, world.planar, *joints);
  assemble(world.bodies, manifolds, v_free,
           {.planar = world.planar,
            .h = world.h,
            .restitution_threshold = restitution_threshold,
            .joint_rows = static_cast<int>(joints->rows.size())},
           problem);
  if (joints->rows.empty()) return;
  const Scratch<std::vector<Pose>> ahead;
  posesAhead(world, *ahead);
  assembleJoints(world.bodies, world.joints, *joints, *ahead,
                 {.planar = world.planar, .recovery_speed = params.recovery_speed}, problem);
}

void move(std::vector<Body>& bodies, const std::vector<Motion>& motions) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    bodies[i].pose = motions[i].pose;
    bodies[i].velocity = motions[i].velocity;
    bodies[i].omega = motions[i].omega;
  }
}

}  // namespace

CheckedSolve solveChecked(const Simulation& simulation, const ContactProblem& problem, const Solution& start) {
  return solveChecked(simulation, problem, findIslands(problem), start);
}

CheckedSolve solveChecked(const Simulation& simulation, const ContactProblem& problem,
                          const std::vector<Island>& islands, const Solution& start, Solution old_solution,
                          VecX old_delta_v) {
  const SolverInfo& solver = *simulation.solver;
  CheckedSolve result;
  result.solution = std::move(old_solution);
  result.delta_v = std::move(old_delta_v);
  result.solution = start;
  result.report =
      solveByIslands(solver, problem, islands, simulation.parameters, result.solution, nullptr, result.delta_v);
  result.residual = result.report.residual;
  result.own_residual = result.residual.value;
  if (result.report.status == SolveStatus::Converged || result.report.status == SolveStatus::Unsupported) return result;
  result.fallback = fallBack(problem, islands, start, solver, simulation.params, result.solution, result.residual);
  if (!result.fallback.empty()) result.delta_v = deltaV(problem, result.solution.lambda);
  return result;
}

CheckedSolve solveStep(Simulation& simulation) {
  return solveChecked(simulation, simulation.problem, simulation.islands, simulation.start,
                      std::move(simulation.solution), std::move(simulation.workspace.v));
}

void takeVelocities(CheckedSolve& solve, Simulation& simulation) {
  simulation.workspace.v = std::move(solve.delta_v);
  simulation.workspace.v += simulation.problem.v_free;
  stopWhatRests(simulation, simulation.workspace.v);
}

void addEffort(const CheckedSolve& solve, CheckedSolve& sum) {
  sum.report.pivots += solve.report.pivots;
  sum.report.drives += solve.report.drives;
  sum.report.zero_steps += solve.report.zero_steps;
  sum.report.iterations += solve.report.iterations;
  sum.report.factorizations += solve.report.factorizations;
  if (sum.report.status == SolveStatus::Converged && solve.report.status != SolveStatus::Converged) {
    sum.report.status = solve.report.status;
    sum.report.message = solve.report.message;
    sum.own_residual = solve.own_residual;
    sum.fallback = solve.fallback;
  }
  if (sum.report.message.empty()) sum.report.message = solve.report.message;
  // Written so that a residual that is not a number stays.
  if (!(solve.residual.value <= sum.residual.value)) sum.residual = solve.residual;
}

std::string describe(const SolverInfo& solver, const CheckedSolve& solve) {
  std::string line;
  describe(solver, solve, line);
  return line;
}

void findContacts(Simulation& simulation, std::span<const Body> bodies, Stopwatch& watch) {
  const World& world = simulation.world;
  auto& pairs = simulation.workspace.pairs;
  broadPhase(bodies, world.colliders, simulation.params.collide, world.h, pairs);
  dropJoinedPairs(world, pairs);
  simulation.report.ms.broad += watch.lap();
  narrowPhase(bodies, world.colliders, pairs, simulation.params.collide, world.h, simulation.manifolds);
  simulation.report.ms.narrow += watch.lap();
}

ContactProblem assembleStep(const World& world, const StepParams& params, std::span<const Manifold> manifolds,
                            const VecX& v_free, double restitution_threshold) {
  ContactProblem problem;
  fillProblem(world, params, manifolds, v_free, restitution_threshold, problem);
  return problem;
}

void assembleStep(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                  double restitution_threshold, Simulation& simulation) {
  fillProblem(world, simulation.params, manifolds, v_free, restitution_threshold, simulation.problem);
  findIslands(simulation.problem, simulation.islands);
}

bool adopt(Simulation& simulation, CheckedSolve solve, std::string& why) {
  StepReport& report = simulation.report;
  describe(*simulation.solver, solve, report.trouble);
  report.solve = std::move(solve.report);
  report.residual = solve.residual;
  report.fallback = solve.fallback;
  simulation.solution = std::move(solve.solution);
  countContacts(simulation.world, simulation.problem, simulation.islands, simulation.solution, report);
  if (report.solve.status == SolveStatus::Unsupported) {
    why = report.trouble;
    return false;
  }
  if (simulation.solution.lambda.allFinite()) return true;
  why = "impulses not finite";
  return false;
}

const StepReport& reject(Simulation& simulation, const Stopwatch& watch, const std::string& why) {
  sumState(simulation.world, simulation.report);
  simulation.report.rejected = true;
  simulation.report.trouble = "step rejected, last good state kept: " + why;
  simulation.report.ms.total = watch.total();
  return simulation.report;
}

bool moveBodies(Simulation& simulation, const VecX& v, const Remembered& remembered, std::string& why) {
  World& world = simulation.world;
  StepReport& report = simulation.report;
  StepWorkspace& workspace = simulation.workspace;
  const bool recovers = recoverOverlap(simulation, v, workspace.recovery, report.recovery);
  const VecX none;
  std::vector<Motion>& motions = workspace.motions;
  integrate(world.bodies, v, recovers ? workspace.recovery : none, world.h, motions);
  if (!allFinite(motions)) {
    why = "motion not finite";
    return false;
  }
  remember(remembered.problem, remembered.solution, world.cache);
  rememberJoints(remembered.problem, remembered.solution, world.joint_memory);
  move(world.bodies, motions);
  report.joint_error = closeJoints(world);
  return true;
}

const StepReport& finishStep(Simulation& simulation, Stopwatch& watch) {
  World& world = simulation.world;
  StepReport& report = simulation.report;
  ++world.step;
  world.time += world.h;
  report.ms.integrate = watch.lap();
  const SolveStatus recovery = report.recovery.status;
  if (report.trouble.empty() && (recovery == SolveStatus::Breakdown || recovery == SolveStatus::Unsupported)) {
    tell(*simulation.solver, recovery, report.trouble);
    report.trouble += " while removing overlap";
  }
  if (report.note.empty() && report.solve.status == SolveStatus::Converged) report.note = report.solve.message;
  sumState(world, report);
  report.ms.total = watch.total();
  return report;
}

}  // namespace keystone
