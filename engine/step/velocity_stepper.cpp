// One step of the world at velocity level: free motion, contact, solve, move. START HERE.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Restitution is part of that condition
// too, at all contacts at once; with sequential impacts, impacts come before it (impact/collisions.h). What touches
// nothing may move by an integrator of higher order (step/smooth_motion.h). Every line below is a free function
// (step/step_parts.h has those that all steppers share). `step.world` is the next world; it is dropped when the step is
// rejected.
#include <algorithm>
#include <limits>

#include "impact/collisions.h"
#include "step/keep_energy.h"
#include "step/smooth_motion.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
void stepVelocity(StepContext& step) {
  World& world = step.world;
  StepReport& report = step.result.report;
  ContactProblem& problem = step.result.problem;
  VecX& v_free = step.workspace.v_free;
  freeVelocity(world, step.dt, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(step, "forces or state not finite");
  findContacts(step, world.bodies);

  std::string why;
  Impacts impacts;
  const bool impacts_first = step.input.params.impacts == ImpactLaw::Sequential;
  if (impacts_first) {
    if (!resolveImpacts(step, ImpactScope::WithinStep, impacts, why)) return reject(step, why);
    freeVelocity(world, step.dt, v_free);
  }
  report.ms.solve = step.watch.lap();

  const double threshold =
      impacts_first ? std::numeric_limits<double>::infinity() : step.input.params.restitution_threshold;
  assembleProblem(world, step.result.manifolds, v_free, threshold, step);
  step.result.sliding.clear();
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
  report.ms.assemble = step.watch.lap();
  if (!problem.q.allFinite()) return reject(step, "contacts not finite");

  solveStep(step);
  const InelasticBias inelastic = [&](int contact) -> std::optional<double> {
    if (!(problem.bias[problem.normalRow(contact)] < 0.0)) return std::nullopt;
    return std::max(problem.gap[contact], 0.0) / problem.h;
  };
  if (keepEnergy(step, inelastic)) impacts.note = kRestitutionReduced;
  findVelocities(step);
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
