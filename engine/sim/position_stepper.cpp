// One step in the poses: of all poses that no contact or joint forbids, those nearest to where free motion would lead,
// in the metric of the masses.
//
// rotezwick, figure 7 and section 8.2: the unknowns are the next poses, minimise sum m |p - ptilde|^2 under gap rows
// linearised at the present pose. With h v for the displacement that is the contact problem of the step, so that every
// solver runs under this stepper; `gauss` solves it as the quadratic program it is. What the paper approximates by its
// curvature terms (the right sides of (L') and (S')) is found exactly here: contacts are searched again at the poses
// that the solution leads to, their gaps there put in place of the linearised ones,
//   gap(v0) + h J(v0) (v - v0) >= 0,
// and the problem solved again from the last sets; `relinearise` times. A gap that is overlapped at the start may stay
// as it is; taking it away is the recovery's work, as under all steppers.
// Departures: friction and restitution, which the paper leaves out, are the contact problem's; `frictionless` leaves
// them out here too, and impacts are then totally inelastic, as in the paper (section 7).
#include <algorithm>

#include "math/spare.h"
#include "sim/census.h"
#include "sim/motion.h"
#include "sim/relinearise.h"
#include "sim/step_parts.h"
#include "sim/steppers.h"
#include "sim/warm_start.h"

namespace keystone {
namespace {

struct PositionWorkspace {
  StepStart start;
  ContactCache cache;
  JointMemory joints;
};

// The step's problem solved, and solved again where that leads; lane.problem, lane.start and lane.room.v are of the
// last round. `effort` receives the work of all rounds, the worst status and residual.
JudgedSolve solveRounds(Lane& lane, Stopwatch& watch, JudgedSolve& effort) {
  StepReport& report = lane.report;
  const Spare<PositionWorkspace> room(static_cast<std::ptrdiff_t>(lane.world.bodies.size()));
  noteStart(lane.problem, lane.manifolds, room->start);
  for (int round = 0;; ++round) {
    JudgedSolve solve = solveStep(lane);
    addEffort(solve, effort);
    takeVelocities(solve, lane);
    report.ms.solve += watch.lap();
    if (round == lane.params.relinearise || effort.report.status == SolveStatus::Unsupported) return solve;
    if (!solve.solution.lambda.allFinite() || !lane.room.v.allFinite()) return solve;
    remember(lane.problem, solve.solution, room->cache);
    rememberJoints(lane.problem, solve.solution, room->joints);
    lane.solution = std::move(solve.solution);
    relinearise(room->start, lane.room.v, lane);
    findIslands(lane.problem, lane.islands);
    warmStart(lane.problem, room->cache, room->joints, lane.start);
    report.ms.assemble += watch.lap();
  }
}

}  // namespace

const StepReport& stepPosition(Lane& lane) {
  World& world = lane.world;
  StepReport& report = lane.report = {};
  Stopwatch watch;

  VecX& v_free = lane.room.v_free;
  freeVelocity(world, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(lane, watch, "forces or state not finite");

  findContacts(lane, world.bodies, watch);
  if (lane.params.frictionless) dropFriction(lane.manifolds);
  assembleStep(world, lane.manifolds, v_free, lane.params.restitution_threshold, lane);
  warmStart(lane.problem, world.cache, world.joint_memory, lane.start);
  report.ms.assemble = watch.lap();
  if (!lane.problem.q.allFinite()) return reject(lane, watch, "contacts not finite");

  const double overlap = deepestOverlap(lane.problem);
  JudgedSolve effort;
  JudgedSolve solve = solveRounds(lane, watch, effort);

  std::string why;
  const bool usable = adopt(lane, std::move(solve), why);
  report.max_penetration = overlap;
  report.solve = effort.report;
  report.residual = effort.residual;
  report.fallback = effort.fallback;
  report.trouble = describe(*lane.solver, effort);
  if (lane.params.frictionless) report.note = "without friction and restitution, as in the paper";
  if (!usable) return reject(lane, watch, why);

  if (!moveBodies(lane, lane.room.v, {lane.problem, lane.solution}, why)) return reject(lane, watch, why);
  return finishStep(lane, watch);
}

}  // namespace keystone
