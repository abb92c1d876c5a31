// One step of the world at velocity level: free motion, contact, solve, move. START HERE.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Restitution is part of that condition
// too, at all contacts at once. By the other laws of impacts these come before it (impact/collisions.h), and with
// impacts at their time the step is another one (event_driven.cpp). What touches nothing may move by an integrator of
// higher order (step/smooth_motion.h). Every line below is a free function (step/step_parts.h has those that all
// steppers share). `step.world` is the next world; it is dropped when the step is rejected.
#include <limits>

#include "impact/collisions.h"
#include "impact/keep_energy.h"
#include "step/internal_edges.h"
#include "step/passive_joints.h"
#include "step/smooth_motion.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

// The problem of result.manifolds, its impulses in workspace.solve and the velocities that they lead to in workspace.v.
// `note` receives what was done beyond solving. False if the contacts are not finite.
bool solveContacts(StepContext& step, double restitution_threshold, std::string& note) {
  StepReport& report = step.result.report;
  ContactProblem& problem = step.result.problem;
  const bool is_finite = poseProblem(step.result.manifolds, restitution_threshold, step);
  report.ms.assemble += step.watch.lap();
  if (!is_finite) return false;
  solveStep(step);
  if (dropGainingBends(step)) solveStep(step);
  if (keepEnergy(solveMethodOf(step.input), step.result.islands, bouncesOf(problem), problem, step.result.start,
                 step.workspace.solve))
    note = kRestitutionReduced;
  findVelocities(step);
  report.ms.solve += step.watch.lap();
  return true;
}

}  // namespace

void stepVelocity(StepContext& step) {
  if (step.input.params.impact_time == ImpactTime::Exact) return stepEventDriven(step);
  World& world = step.world;
  StepReport& report = step.result.report;
  ContactProblem& problem = step.result.problem;
  VecX& v_free = step.workspace.v_free;
  freeVelocity(world, step.dt, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(step, "forces or state not finite");
  findContacts(step, world.bodies);

  std::string why;
  Impacts impacts;
  const StepParams& params = step.input.params;
  const bool impacts_first =
      params.impacts != ImpactLaw::Simultaneous || params.restitution_law != RestitutionLaw::Newton;
  if (impacts_first) {
    if (!resolveImpacts(step, ImpactScope::WithinStep, impacts, why)) return reject(step, why);
    freeVelocity(world, step.dt, v_free);
  }
  report.ms.solve = step.watch.lap();

  const double threshold =
      impacts_first ? std::numeric_limits<double>::infinity() : step.input.params.restitution_threshold;
  step.result.sliding.clear();
  dropInternalEdges(step, v_free);
  for (;;) {
    if (!solveContacts(step, threshold, impacts.note)) return reject(step, "contacts not finite");
    if (!restoreNeeded(step)) break;
    addEffort(step.workspace.solve, impacts.solve);
  }
  addEffort(impacts.solve, step.workspace.solve);
  const bool usable = adopt(step, why);
  report.ms.solve += step.watch.lap();
  report.impacts = impacts.contacts;
  report.largest_impact = impacts.largest;
  report.note = impacts.note;
  if (!usable) return reject(step, why);

  const std::span<const BodyMotion> smooth = moveSmoothly(step);
  if (!moveBodies(step, {problem, step.result.solution}, why, smooth)) return reject(step, why);
  finishStep(step);
}

}  // namespace keystone
