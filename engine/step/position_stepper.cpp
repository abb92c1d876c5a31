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

#include "impact/keep_energy.h"
#include "math/scratch_pool.h"
#include "step/internal_edges.h"
#include "step/relinearise.h"
#include "step/step_parts.h"
#include "step/step_statistics.h"
#include "step/steppers.h"
#include "step/turned_contacts.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

struct PositionWorkspace {
  StepStart start;
  ContactCache cache;
  JointCache joints;
};

// Contacts that bounced at the step's start, and without restitution would come as near as they were then.
Bounces bouncesSince(const StepStart& start, const ContactProblem& problem) {
  Bounces bounces;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const auto* same = findContact(start, problem.contact_points[contact]);
    if (same == nullptr || !(same->bias < 0.0)) continue;
    bounces.push_back({contact, (problem.gap[contact] - std::min(same->gap, 0.0)) / problem.h});
  }
  return bounces;
}

// The step's problem solved, and solved again where that leads; result.problem, result.start, workspace.solve and
// workspace.v are of the last round. `effort` receives the work of all rounds, the worst status and residual.
void solveRounds(StepContext& step, CheckedSolve& effort) {
  StepReport& report = step.result.report;
  ContactProblem& problem = step.result.problem;
  CheckedSolve& solve = step.workspace.solve;
  const Scratch<PositionWorkspace> workspace(static_cast<std::ptrdiff_t>(step.world.bodies.size()));
  noteStart(problem, step.result.manifolds, step.input.params.restitution_threshold, workspace->start);
  if (step.turned != nullptr) step.turned->touching = workspace->start.touching;
  for (int round = 0;; ++round) {
    solveStep(step);
    const bool last = round == step.input.params.relinearise;
    if (last && keepEnergy(solveMethodOf(step.input), step.result.islands, bouncesSince(workspace->start, problem),
                           problem, step.result.start, solve))
      report.note = kRestitutionReduced;
    addEffort(solve, effort);
    findVelocities(step);
    report.ms.solve += step.watch.lap();
    if (last || effort.report.status == SolveStatus::Unsupported) return;
    if (!solve.solution.lambda.allFinite() || !step.workspace.v.allFinite()) return;
    remember(problem, solve.solution, workspace->cache);
    rememberJoints(problem, solve.solution, workspace->joints);
    relinearise(workspace->start, step.workspace.v, step);
    findIslands(problem, step.result.islands);
    warmStart(problem, workspace->cache, workspace->joints, step.result.start);
    report.ms.assemble += step.watch.lap();
  }
}

}  // namespace

void stepPosition(StepContext& step) {
  const World& world = step.world;
  const StepParams& params = step.input.params;
  StepReport& report = step.result.report;
  const ContactProblem& problem = step.result.problem;
  VecX& v_free = step.workspace.v_free;
  freeVelocity(world, step.dt, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(step, "forces or state not finite");

  findContacts(step, world.bodies);
  if (params.relinearise > 0) dropInternalEdges(step, v_free);  // what is needed is found again where the step leads
  if (params.frictionless) dropFriction(step.result.manifolds);
  const bool is_finite = poseProblem(step.result.manifolds, params.restitution_threshold, step);
  report.ms.assemble = step.watch.lap();
  if (!is_finite) return reject(step, "contacts not finite");

  const double overlap = deepestOverlap(problem);
  CheckedSolve effort;
  solveRounds(step, effort);

  std::string why;
  const bool usable = adopt(step, why);
  report.max_penetration = overlap;
  report.solve = effort.report;
  report.residual = effort.residual;
  report.fallback = effort.fallback;
  describe(step.input.solver->title, effort, report.trouble);
  if (params.frictionless) report.note = "without friction and restitution, as in the paper";
  if (!usable) return reject(step, why);

  if (!moveBodies(step, {problem, step.result.solution}, why)) return reject(step, why);
  finishStep(step);
}

}  // namespace keystone
