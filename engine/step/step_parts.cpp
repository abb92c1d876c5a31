#include "step/step_parts.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "step/recover.h"
#include "step/rest.h"
#include "step/step_statistics.h"
#include "world/assemble_step.h"
#include "world/close_joints.h"
#include "world/joined.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

void move(std::vector<Body>& bodies, const std::vector<Motion>& motions) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    bodies[i].pose = motions[i].pose;
    bodies[i].velocity = motions[i].velocity;
    bodies[i].omega = motions[i].omega;
  }
}

}  // namespace

CheckedSolve solveStep(Simulation& simulation) {
  CheckedSolve result;
  result.solution = std::move(simulation.solution);
  result.delta_v = std::move(simulation.workspace.v);
  solveChecked(solveMethodOf(simulation), simulation.problem, simulation.islands, simulation.start, result);
  return result;
}

void takeVelocities(CheckedSolve& solve, Simulation& simulation) {
  simulation.workspace.v = std::move(solve.delta_v);
  simulation.workspace.v += simulation.problem.v_free;
  stopWhatRests(simulation, simulation.workspace.v);
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

void assembleProblem(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                     double restitution_threshold, Simulation& simulation) {
  assembleStep(world, simulation.params, manifolds, v_free, restitution_threshold, simulation.problem);
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
