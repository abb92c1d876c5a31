// One step of the world at velocity level: free motion, contact, solve, move. START HERE.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Restitution is part of that condition
// too, at all contacts at once; with sequential impacts, impacts come before it (impact/collisions.h). Every line below
// is a free function (step/step_parts.h has those that all steppers share); a step that is rejected leaves the world as
// it was.
#include <limits>

#include "impact/collisions.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
const StepReport& stepVelocity(Simulation& simulation) {
  World& world = simulation.world;
  StepReport& report = simulation.report = {};
  Stopwatch watch;
  VecX &before = simulation.workspace.before, &v_free = simulation.workspace.v_free;
  velocitiesOf(world.bodies, before);
  const auto undo = [&](const std::string& why) -> const StepReport& {
    setVelocities(world.bodies, before);
    return reject(simulation, watch, why);
  };

  freeVelocity(world, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return undo("forces or state not finite");
  findContacts(simulation, world.bodies, watch);

  std::string why;
  Impacts impacts;
  const bool impacts_first = simulation.params.impacts == ImpactLaw::Sequential;
  if (impacts_first) {
    if (!resolveImpacts(simulation, ImpactScope::WithinStep, impacts, why)) return undo(why);
    freeVelocity(world, v_free);
  }
  report.ms.solve = watch.lap();

  const double threshold =
      impacts_first ? std::numeric_limits<double>::infinity() : simulation.params.restitution_threshold;
  assembleProblem(world, simulation.manifolds, v_free, threshold, simulation);
  simulation.sliding.clear();
  warmStart(simulation.problem, world.cache, world.joint_memory, simulation.start);
  report.ms.assemble = watch.lap();
  if (!simulation.problem.q.allFinite()) return undo("contacts not finite");

  CheckedSolve solve = solveStep(simulation);
  takeVelocities(solve, simulation);
  addEffort(impacts.solve, solve);
  const bool usable = adopt(simulation, std::move(solve), why);
  report.ms.solve += watch.lap();
  report.impacts = impacts.contacts;
  report.largest_impact = impacts.largest;
  report.note = impacts.note;
  if (!usable) return undo(why);

  if (!moveBodies(simulation, simulation.workspace.v, {simulation.problem, simulation.solution}, why)) return undo(why);
  return finishStep(simulation, watch);
}

}  // namespace keystone
