// One step of the world at velocity level: free motion, contact, solve, move. START HERE.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Every line below is a free function
// (sim/step_parts.h has those that all steppers share); the world changes in the last one only, once everything is
// known to be finite.
#include "problem/delassus.h"
#include "sim/motion.h"
#include "sim/step_parts.h"
#include "sim/steppers.h"
#include "sim/warm_start.h"

namespace keystone {

const StepReport& stepVelocity(Lane& lane) {
  World& world = lane.world;
  StepReport& report = lane.report = {};
  Stopwatch watch;

  const VecX v_free = freeVelocity(world);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(lane, watch, "forces or state not finite");

  findContacts(lane, world.bodies, watch);
  lane.problem = assembleStep(world, lane.params, lane.manifolds, v_free, lane.params.restitution_threshold);
  lane.start = warmStart(lane.problem, world.cache, world.joint_memory);
  report.ms.assemble = watch.lap();
  if (!lane.problem.q.allFinite()) return reject(lane, watch, "contacts not finite");

  std::string why;
  const bool usable = adopt(lane, solveJudged(lane, lane.problem, lane.start), why);
  report.ms.solve = watch.lap();
  if (!usable) return reject(lane, watch, why);

  const VecX v = velocityAfter(lane.problem, lane.solution.lambda);
  if (!moveBodies(lane, v, {lane.problem, lane.solution}, why)) return reject(lane, watch, why);
  return finishStep(lane, watch);
}

}  // namespace keystone
