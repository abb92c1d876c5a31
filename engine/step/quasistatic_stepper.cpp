// One step of a world without inertia: a body's velocity is proportional to the force on it. Bodies creep to rest, and
// piles that stand keep standing.
//
// Baraff 1994, section 5 ("a first-order, or quasistatic, step world where force and velocity are related by
// f = m v"): v = tau M^-1 (f + J^T lambda / tau), tau the time constant in which forces act. With v_free = tau M^-1 f
// the contact problem is the velocity stepper's, with the same W, without impacts, and friction is always static: the
// velocity that it holds at zero is not a remembered one. The hand pulls by its spring alone; its damping is inertia's.
// Springs and dampers of joints act both, with tau as the time of the force.
// Differences to a world with inertia: nothing bounces, nothing rolls on, nothing oscillates; lambda / tau is the
// force.
#include <limits>

#include "math/scratch_pool.h"
#include "step/internal_edges.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

// tau M^-1 f [6 bodies] of gravity and other forces; kinematic bodies keep their given velocity. `still`: a world at
// rest.
void creepVelocity(const World& still, double tau, double dt, VecX& v) {
  freeVelocity(still, dt, v, tau);
  for (std::size_t i = 0; i < still.bodies.size(); ++i)
    if (still.bodies[i].isDynamic()) v.segment<6>(static_cast<Eigen::Index>(6 * i)) *= tau / dt;
}

// The velocities of the manifolds' problem, into workspace.v.
bool solveContacts(const World& still, double tau, StepContext& step) {
  constexpr double kNoImpacts = std::numeric_limits<double>::infinity();
  ContactProblem& problem = step.result.problem;
  assembleProblem(still, step.result.manifolds, step.workspace.v_free, kNoImpacts, step, tau);
  // Motors and dry friction: their impulses over the time constant.
  problem.joint_lower *= tau / step.dt;
  problem.joint_upper *= tau / step.dt;
  for (FrictionDisc& disc : problem.discs)
    if (disc.contact < 0) disc.limit *= tau / step.dt;
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
  step.result.report.ms.assemble += step.watch.lap();
  if (!problem.q.allFinite()) return false;
  solveStep(step);
  findVelocities(step);
  step.result.report.ms.solve += step.watch.lap();
  return true;
}

}  // namespace

void stepQuasistatic(StepContext& step) {
  const World& world = step.world;
  StepReport& report = step.result.report;
  const ContactProblem& problem = step.result.problem;
  const double tau = step.input.params.time_constant;

  // The world with all that moves by forces at rest: what it did before has no effect.
  const Scratch<World> workspace(static_cast<std::ptrdiff_t>(world.bodies.size()));
  World& still = *workspace;
  still = world;
  VecX &v_free = step.workspace.v_free, &v = step.workspace.v;
  v.setZero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  setVelocities(still.bodies, v);
  creepVelocity(still, tau, step.dt, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(step, "forces or state not finite");

  setVelocities(still.bodies, v_free);  // the search for contacts asks how far bodies may travel
  findContacts(step, still.bodies);
  dropInternalEdges(step, v_free);
  step.result.sliding.clear();
  std::string why;
  CheckedSolve effort;  // of solves that were not enough
  for (;;) {
    if (!solveContacts(still, tau, step)) return reject(step, "contacts not finite");
    if (!restoreNeeded(step)) break;
    addEffort(step.workspace.solve, effort);
  }
  addEffort(effort, step.workspace.solve);
  const bool usable = adopt(step, why);
  report.force_time = tau;
  if (problem.mu != problem.mu_dynamic) addNote("friction is static: without inertia no sliding goes on", report);
  if (!usable) return reject(step, why);

  if (!moveBodies(step, {problem, step.result.solution}, why)) return reject(step, why);
  finishStep(step);
}

}  // namespace keystone
