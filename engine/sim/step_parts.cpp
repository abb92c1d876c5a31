#include "sim/step_parts.h"

#include <cstdio>

#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/delassus.h"
#include "sim/census.h"
#include "sim/close_joints.h"
#include "sim/fallback.h"
#include "sim/joined.h"
#include "sim/motion.h"
#include "sim/recover.h"
#include "sim/warm_start.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

std::string withResidual(const std::string& what, double residual) {
  char size[32];
  std::snprintf(size, sizeof size, ", residual %.1e", residual);
  return what + size;
}

std::string told(const SolverInfo& solver, SolveStatus status) {
  return std::string(solver.title) + ": " + std::string(toString(status));
}

void fillProblem(const World& world, const StepParams& params, std::span<const Manifold> manifolds, const VecX& v_free,
                 double restitution_threshold, ContactProblem& problem) {
  assemble(world.bodies, manifolds, v_free,
           {.planar = world.planar, .h = world.h, .restitution_threshold = restitution_threshold}, problem);
  if (!world.joints.empty())
    appendJoints(world.bodies, world.joints, posesAhead(world),
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

JudgedSolve solveJudged(const Lane& lane, const ContactProblem& problem, const Solution& start) {
  return solveJudged(lane, problem, findIslands(problem), start);
}

JudgedSolve solveJudged(const Lane& lane, const ContactProblem& problem, const std::vector<Island>& islands,
                        const Solution& start, Solution old) {
  const SolverInfo& solver = *lane.solver;
  JudgedSolve result;
  result.solution = std::move(old);
  result.solution = start;
  result.report = solveByIslands(solver, problem, islands, lane.knobs, result.solution, nullptr);
  result.response = response(problem, result.solution.lambda);
  result.residual = measure(problem, result.solution.lambda, result.response, frictionLaw(solver, lane.knobs));
  result.own_residual = result.residual.value;
  if (result.report.status == SolveStatus::Converged || result.report.status == SolveStatus::Unsupported) return result;
  result.fallback = fallBack(problem, islands, start, solver, lane.params, result.solution, result.residual);
  if (!result.fallback.empty()) result.response = response(problem, result.solution.lambda);
  return result;
}

void addEffort(const JudgedSolve& solve, JudgedSolve& sum) {
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

std::string describe(const SolverInfo& solver, const JudgedSolve& solve) {
  if (solve.report.status == SolveStatus::Converged) return {};
  std::string line = withResidual(told(solver, solve.report.status), solve.own_residual);
  if (!solve.report.message.empty()) line += " (" + solve.report.message + ")";
  if (solve.fallback.empty()) return line;
  return withResidual(line + "; impulses by " + std::string(findSolver(solve.fallback)->title), solve.residual.value);
}

void findContacts(Lane& lane, std::span<const Body> bodies, Stopwatch& watch) {
  const World& world = lane.world;
  auto pairs = broadPhase(bodies, world.colliders, lane.params.collide, world.h);
  dropJoinedPairs(world, pairs);
  lane.report.ms.broad += watch.lap();
  narrowPhase(bodies, world.colliders, pairs, lane.params.collide, world.h, lane.manifolds);
  lane.report.ms.narrow += watch.lap();
}

ContactProblem assembleStep(const World& world, const StepParams& params, std::span<const Manifold> manifolds,
                            const VecX& v_free, double restitution_threshold) {
  ContactProblem problem;
  fillProblem(world, params, manifolds, v_free, restitution_threshold, problem);
  return problem;
}

void assembleStep(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                  double restitution_threshold, Lane& lane) {
  fillProblem(world, lane.params, manifolds, v_free, restitution_threshold, lane.problem);
  lane.islands = findIslands(lane.problem);
}

bool adopt(Lane& lane, JudgedSolve solve, std::string& why) {
  StepReport& report = lane.report;
  why = describe(*lane.solver, solve);
  report.trouble = why;
  report.solve = std::move(solve.report);
  report.residual = solve.residual;
  report.fallback = solve.fallback;
  lane.solution = std::move(solve.solution);
  countContacts(lane.world, lane.problem, lane.islands, lane.solution, report);
  if (report.solve.status == SolveStatus::Unsupported) return false;
  if (lane.solution.lambda.allFinite()) return true;
  why = "impulses not finite";
  return false;
}

const StepReport& reject(Lane& lane, const Stopwatch& watch, const std::string& why) {
  sumState(lane.world, lane.report);
  lane.report.rejected = true;
  lane.report.trouble = "step rejected, last good state kept: " + why;
  lane.report.ms.total = watch.total();
  return lane.report;
}

bool moveBodies(Lane& lane, const VecX& v, const Remembered& remembered, std::string& why) {
  World& world = lane.world;
  StepReport& report = lane.report;
  const VecX w = recoverOverlap(lane, v, report.recovery);
  const std::vector<Motion> motions = integrate(world.bodies, v, w, world.h);
  if (!allFinite(motions)) {
    why = "motion not finite";
    return false;
  }
  remember(remembered.problem, remembered.solution, world.cache);
  world.joint_memory = rememberJoints(remembered.problem, remembered.solution);
  move(world.bodies, motions);
  report.joint_error = closeJoints(world);
  return true;
}

const StepReport& finishStep(Lane& lane, Stopwatch& watch) {
  World& world = lane.world;
  StepReport& report = lane.report;
  ++world.step;
  world.time += world.h;
  report.ms.integrate = watch.lap();
  const SolveStatus recovery = report.recovery.status;
  if (report.trouble.empty() && (recovery == SolveStatus::Breakdown || recovery == SolveStatus::Unsupported))
    report.trouble = told(*lane.solver, recovery) + " while removing overlap";
  if (report.note.empty() && report.solve.status == SolveStatus::Converged) report.note = report.solve.message;
  sumState(world, report);
  report.ms.total = watch.total();
  return report;
}

}  // namespace keystone
