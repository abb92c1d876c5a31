// One step of the world at velocity level: free motion, contact, solve, move. START HERE.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Every line below is a free function
// of const inputs; the world changes in the last ones only, once everything is known to be finite.
#include <cassert>
#include <cstdio>

#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/delassus.h"
#include "sim/census.h"
#include "sim/close_joints.h"
#include "sim/fallback.h"
#include "sim/joined.h"
#include "sim/lane.h"
#include "sim/motion.h"
#include "sim/recover.h"
#include "sim/stopwatch.h"
#include "sim/warm_start.h"

namespace keystone {
namespace {

// The state stays as it was; the last problem stays in the lane for whoever wants to look into it.
const StepReport& reject(Lane& lane, const Stopwatch& watch, const std::string& why) {
  sumState(lane.world, lane.report);
  lane.report.rejected = true;
  lane.report.trouble = "step rejected, last good state kept: " + why;
  lane.report.ms.total = watch.total();
  return lane.report;
}

std::string withResidual(const std::string& what, double residual) {
  char size[32];
  std::snprintf(size, sizeof size, ", residual %.1e", residual);
  return what + size;
}

// One line on what did not converge and what was done about it; empty if all did. `own`: the solver's residual.
std::string describe(const SolverInfo& solver, const StepReport& report, double own) {
  const auto told = [&](SolveStatus status) {
    return std::string(solver.title) + ": " + std::string(toString(status));
  };
  const SolveStatus recovery = report.recovery.status;
  if (report.solve.status != SolveStatus::Converged) {
    std::string line = withResidual(told(report.solve.status), own);
    if (!report.solve.message.empty()) line += " (" + report.solve.message + ")";
    if (report.fallback.empty()) return line;
    return withResidual(line + "; impulses by " + std::string(findSolver(report.fallback)->title),
                        report.residual.value);
  }
  if (recovery == SolveStatus::Breakdown || recovery == SolveStatus::Unsupported)
    return told(recovery) + " while removing overlap";
  return {};
}

void move(World& world, const std::vector<Motion>& motions) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    world.bodies[i].pose = motions[i].pose;
    world.bodies[i].velocity = motions[i].velocity;
    world.bodies[i].omega = motions[i].omega;
  }
  ++world.step;
  world.time += world.h;
}

}  // namespace

const StepReport& step(Lane& lane) {
  assert(lane.solver != nullptr);
  World& world = lane.world;
  const StepParams& params = lane.params;
  const SolverInfo& solver = *lane.solver;
  StepReport& report = lane.report = {};
  Stopwatch watch;

  const VecX v_free = freeVelocity(world);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(lane, watch, "forces or state not finite");

  auto pairs = broadPhase(world.bodies, world.colliders, params.collide, world.h);
  dropJoinedPairs(world, pairs);
  report.ms.broad = watch.lap();
  lane.manifolds = narrowPhase(world.bodies, world.colliders, pairs, params.collide, world.h);
  report.ms.narrow = watch.lap();

  lane.problem =
      assemble(world.bodies, lane.manifolds, v_free,
               {.planar = world.planar, .h = world.h, .restitution_threshold = params.restitution_threshold});
  if (!world.joints.empty())
    appendJoints(world.bodies, world.joints, posesAhead(world),
                 {.planar = world.planar, .recovery_speed = params.recovery_speed}, lane.problem);
  lane.start = warmStart(lane.problem, world.cache, world.joint_memory);
  report.ms.assemble = watch.lap();
  if (!lane.problem.q.allFinite()) return reject(lane, watch, "contacts not finite");

  lane.solution = lane.start;
  report.solve = solver.solve(lane.problem, lane.knobs, lane.solution, nullptr);
  report.ms.solve = watch.lap();
  report.residual = measure(lane.problem, lane.solution.lambda, frictionLaw(solver, lane.knobs));
  const double own_residual = report.residual.value;
  if (report.solve.status != SolveStatus::Converged && report.solve.status != SolveStatus::Unsupported)
    report.fallback = fallBack(lane.problem, lane.start, solver, params, lane.solution, report.residual);
  countContacts(world, lane.problem, lane.solution, report);
  if (report.solve.status == SolveStatus::Unsupported)
    return reject(lane, watch, describe(solver, report, own_residual));
  if (!lane.solution.lambda.allFinite()) return reject(lane, watch, "impulses not finite");

  watch.lap();  // judging is no stage
  const VecX v = velocityAfter(lane.problem, lane.solution.lambda);
  const VecX w = recoverOverlap(lane.problem, lane.solution.lambda, solver, lane.knobs, params, report.recovery);
  const std::vector<Motion> motions = integrate(world.bodies, v, w, world.h);
  if (!allFinite(motions)) return reject(lane, watch, "motion not finite");
  world.cache = remember(lane.problem, lane.solution);
  world.joint_memory = rememberJoints(lane.problem, lane.solution);
  move(world, motions);
  report.joint_error = closeJoints(world);
  report.ms.integrate = watch.lap();

  report.trouble = describe(solver, report, own_residual);
  sumState(world, report);
  report.ms.total = watch.total();
  return report;
}

}  // namespace keystone
