// One step of the world at velocity level that stops at each impact. Bodies that nothing but gravity moves fly on their
// parabolas, exactly; all others move by the time step's own contact solve.
//
// A step is made of phases. Each goes on to the next impact, or to the step's end:
//   1. Contacts are found, with who flies and who meets when (impact/flight.h).
//   2. Impact, where bodies meet now: impulses with restitution (impact/collisions.h).
//   3. Contact solve for what rests and for what is held by joints, as in velocity_stepper.cpp.
//   4. Motion. Bodies that fly go by the mean of their velocities before and after (velocity Verlet).
// After Mirtich 1996, chapter 2 and section 3.2. Departures: all bodies stop at an impact, not the two that it
// concerns, and there is no queue, so that a phase costs a collision search; resting contact is solved by the time
// step, where Mirtich has impulses alone.
#include <algorithm>

#include "impact/flight.h"
#include "impact/keep_energy.h"
#include "math/scratch_pool.h"
#include "step/phases.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

struct EventWorkspace {
  Flight flight;
  EventCount events;
  std::vector<Manifold> contacts;  // of the phase
};

// The contacts, and the impacts of this moment until nothing meets. After an impact bodies have other ways before them.
bool resolveNow(StepContext& step, EventWorkspace& workspace, Tally& tally, std::string& why) {
  for (;;) {
    searchContacts(step, step.world.bodies);
    findFlight(step, workspace.events, workspace.flight);
    if (!countMeetings(step, workspace.flight, kNow * step.world.h, workspace.events)) return true;
    if (!resolveImpacts(step, ImpactScope::Touching, tally.impacts, why)) return false;
  }
}

// The contact solve of the phase of length step.dt, into workspace.v.
bool solveContacts(StepContext& step, const std::vector<Manifold>& contacts, Tally& tally, std::string& why) {
  StepResult& result = step.result;
  ContactProblem& problem = result.problem;
  freeVelocity(step.world, step.dt, step.workspace.v_free);
  assembleProblem(step.world, contacts, step.workspace.v_free, step.input.params.restitution_threshold, step);
  result.sliding.clear();
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, result.start);
  tally.ms.assemble += step.watch.lap();
  if (!problem.q.allFinite()) {
    why = "contacts not finite";
    return false;
  }
  solveStep(step);
  const InelasticBias inelastic = [&](int contact) -> std::optional<double> {
    if (!(problem.bias[problem.normalRow(contact)] < 0.0)) return std::nullopt;
    return std::max(problem.gap[contact], 0.0) / problem.h;
  };
  if (keepEnergy(solveMethodOf(step.input), result.islands, inelastic, problem, result.start, step.workspace.solve))
    tally.note = kRestitutionReduced;
  addEffort(step.workspace.solve, tally.effort);
  findVelocities(step);
  const bool usable = adopt(step, why);
  tally.ms.solve += step.watch.lap();
  return usable;
}

// Takes those that fly from where their last velocity leads to where the mean of both does.
void fly(const Flight& flight, double dt, World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    world.bodies[i].pose.position -= 0.5 * dt * dt * accelerationOf(world, flight, static_cast<int>(i));
}

}  // namespace

void stepEventDriven(StepContext& step) {
  World& world = step.world;
  const double whole = step.dt;
  const Scratch<EventWorkspace> workspace;
  workspace->events.assign(world.bodies.size(), 0);
  Tally tally;
  std::string why;
  for (double left = whole; left > kNow * whole;) {
    step.dt = left;
    if (!allFinite(world.bodies)) return reject(step, "state not finite");
    if (!resolveNow(step, *workspace, tally, why)) return reject(step, why);
    tally.ms.solve += step.watch.lap();

    const auto next = std::ranges::min_element(workspace->flight.meets);
    step.dt = next == workspace->flight.meets.end() ? left : std::min(left, *next);
    contactsOfPhase(step, workspace->flight, step.dt, workspace->contacts);
    if (!solveContacts(step, workspace->contacts, tally, why)) return reject(step, why);
    step.result.report.force_time = step.dt;
    if (!movePhase(step, whole / step.dt, why)) return reject(step, why);
    fly(workspace->flight, step.dt, world);
    countMeetings(step, workspace->flight, step.dt, workspace->events);
    left -= step.dt;
  }
  addEffort(tally.impacts.solve, tally.effort);
  fillReport(tally, *step.input.solver, step.result.report);
  finishStep(step);
}

}  // namespace keystone
