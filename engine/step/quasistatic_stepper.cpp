// One step of a world without inertia: a body's velocity is proportional to the force on it. Bodies creep to rest, and
// piles that stand keep standing.
//
// Baraff 1994, section 5 ("a first-order, or quasistatic, simulation world where force and velocity are related by
// f = m v"): v = tau M^-1 (f + J^T lambda / tau), tau the time constant in which forces act. With v_free = tau M^-1 f
// the contact problem is the velocity stepper's, with the same W, without impacts, and friction is always static: the
// velocity that it holds at zero is not a remembered one. The hand pulls by its spring alone; its damping is inertia's.
// Differences to a world with inertia: nothing bounces, nothing rolls on, nothing oscillates; lambda / tau is the
// force.
#include <limits>

#include "math/scratch_pool.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

// tau M^-1 f [6 bodies] of gravity and drags; kinematic bodies keep their given velocity. `still`: a world at rest.
void creepVelocity(const World& still, double tau, VecX& v) {
  freeVelocity(still, v);
  for (std::size_t i = 0; i < still.bodies.size(); ++i)
    if (still.bodies[i].isDynamic()) v.segment<6>(static_cast<Eigen::Index>(6 * i)) *= tau / still.h;
}

}  // namespace

const StepReport& stepQuasistatic(Simulation& simulation) {
  World& world = simulation.world;
  StepReport& report = simulation.report = {};
  Stopwatch watch;

  // The world with all that moves by forces at rest: what it did before has no effect.
  const Scratch<World> workspace(static_cast<std::ptrdiff_t>(world.bodies.size()));
  World& still = *workspace;
  still = world;
  VecX &v_free = simulation.workspace.v_free, &v = simulation.workspace.v;
  v.setZero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  setVelocities(still.bodies, v);
  creepVelocity(still, simulation.params.time_constant, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(simulation, watch, "forces or state not finite");

  setVelocities(still.bodies, v_free);  // the search for contacts asks how far bodies may travel
  findContacts(simulation, still.bodies, watch);
  constexpr double kNoImpacts = std::numeric_limits<double>::infinity();
  assembleProblem(still, simulation.manifolds, v_free, kNoImpacts, simulation);
  // Motors and dry friction: their impulses over the time constant.
  simulation.problem.joint_lower *= simulation.params.time_constant / world.h;
  simulation.problem.joint_upper *= simulation.params.time_constant / world.h;
  simulation.sliding.clear();
  warmStart(simulation.problem, world.cache, world.joint_memory, simulation.start);
  report.ms.assemble = watch.lap();
  if (!simulation.problem.q.allFinite()) return reject(simulation, watch, "contacts not finite");

  std::string why;
  CheckedSolve solve = solveStep(simulation);
  takeVelocities(solve, simulation);
  const bool usable = adopt(simulation, std::move(solve), why);
  report.force_time = simulation.params.time_constant;
  report.ms.solve = watch.lap();
  if (!usable) return reject(simulation, watch, why);

  if (!moveBodies(simulation, v, {simulation.problem, simulation.solution}, why)) return reject(simulation, watch, why);
  return finishStep(simulation, watch);
}

}  // namespace keystone
