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

#include "math/scratch_pool.h"
#include "step/relinearise.h"
#include "step/step_parts.h"
#include "step/step_statistics.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

struct PositionWorkspace {
  StepStart start;
  ContactCache cache;
  JointMemory joints;
};

// The step's problem solved, and solved again where that leads; simulation.problem, simulation.start and
// simulation.workspace.v are of the last round. `effort` receives the work of all rounds, the worst status and
// residual.
CheckedSolve solveRounds(Simulation& simulation, Stopwatch& watch, CheckedSolve& effort) {
  StepReport& report = simulation.report;
  const Scratch<PositionWorkspace> workspace(static_cast<std::ptrdiff_t>(simulation.world.bodies.size()));
  noteStart(simulation.problem, simulation.manifolds, workspace->start);
  for (int round = 0;; ++round) {
    CheckedSolve solve = solveStep(simulation);
    addEffort(solve, effort);
    takeVelocities(solve, simulation);
    report.ms.solve += watch.lap();
    if (round == simulation.params.relinearise || effort.report.status == SolveStatus::Unsupported) return solve;
    if (!solve.solution.lambda.allFinite() || !simulation.workspace.v.allFinite()) return solve;
    remember(simulation.problem, solve.solution, workspace->cache);
    rememberJoints(simulation.problem, solve.solution, workspace->joints);
    simulation.solution = std::move(solve.solution);
    relinearise(workspace->start, simulation.workspace.v, simulation);
    findIslands(simulation.problem, simulation.islands);
    warmStart(simulation.problem, workspace->cache, workspace->joints, simulation.start);
    report.ms.assemble += watch.lap();
  }
}

}  // namespace

const StepReport& stepPosition(Simulation& simulation) {
  World& world = simulation.world;
  StepReport& report = simulation.report = {};
  Stopwatch watch;

  VecX& v_free = simulation.workspace.v_free;
  freeVelocity(world, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(simulation, watch, "forces or state not finite");

  findContacts(simulation, world.bodies, watch);
  if (simulation.params.frictionless) dropFriction(simulation.manifolds);
  assembleProblem(world, simulation.manifolds, v_free, simulation.params.restitution_threshold, simulation);
  warmStart(simulation.problem, world.cache, world.joint_memory, simulation.start);
  report.ms.assemble = watch.lap();
  if (!simulation.problem.q.allFinite()) return reject(simulation, watch, "contacts not finite");

  const double overlap = deepestOverlap(simulation.problem);
  CheckedSolve effort;
  CheckedSolve solve = solveRounds(simulation, watch, effort);

  std::string why;
  const bool usable = adopt(simulation, std::move(solve), why);
  report.max_penetration = overlap;
  report.solve = effort.report;
  report.residual = effort.residual;
  report.fallback = effort.fallback;
  describe(*simulation.solver, effort, report.trouble);
  if (simulation.params.frictionless) report.note = "without friction and restitution, as in the paper";
  if (!usable) return reject(simulation, watch, why);

  if (!moveBodies(simulation, simulation.workspace.v, {simulation.problem, simulation.solution}, why))
    return reject(simulation, watch, why);
  return finishStep(simulation, watch);
}

}  // namespace keystone
