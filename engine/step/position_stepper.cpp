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
#include "step/continuous.h"
#include "step/relinearise.h"
#include "step/step_statistics.h"
#include "step/steppers.h"
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

class PositionMethod final : public IntervalMethod {
 public:
  // The problem solved, and solved again where that leads; result.problem, result.start and workspace.solve are of the
  // last round.
  bool solve(StepContext& step, IntervalTally& tally, std::string& why) override {
    const StepParams& params = step.input.params;
    StepReport& report = step.result.report;
    ContactProblem& problem = step.result.problem;
    CheckedSolve& solve = step.workspace.solve;
    if (params.frictionless) dropFriction(step.result.manifolds);
    if (!poseProblem(step.result.manifolds, params.restitution_threshold, step, why)) return false;
    if (params.frictionless) tally.note = "without friction and restitution, as in the paper";
    overlap_ = deepestOverlap(problem);
    const Scratch<PositionWorkspace> workspace(std::ssize(step.world.bodies));
    noteStart(problem, step.result.manifolds, params.restitution_threshold, workspace->start);
    for (int round = 0;; ++round) {
      solveStep(step);
      const bool last = round == params.relinearise;
      if (last && keepEnergy(solveMethodOf(step.input), step.result.islands, bouncesSince(workspace->start, problem),
                             problem, step.result.start, solve))
        tally.note = kRestitutionReduced;
      if (last || solve.report.status == SolveStatus::Unsupported) return true;
      findVelocities(step);
      if (!solve.solution.lambda.allFinite() || !step.workspace.v.allFinite()) return true;
      addEffort(solve, tally.effort);
      report.ms.solve += step.watch.lap();
      remember(problem, solve.solution, workspace->cache);
      rememberJoints(problem, solve.solution, workspace->joints);
      relinearise(workspace->start, step.workspace.v, step);
      step.workspace.ghosts.clear();  // what is needed has been found again where the step leads
      findIslands(problem, step.result.islands);
      warmStart(problem, workspace->cache, workspace->joints, step.result.start);
      report.ms.assemble += step.watch.lap();
    }
  }

  void moved(StepContext& step) override { step.result.report.max_penetration = overlap_; }

 private:
  double overlap_ = 0.0;  // [m], where the interval began
};

}  // namespace

void stepPosition(StepContext& step) {
  PositionMethod method;
  stepContinuous(step, method);
}

}  // namespace keystone
