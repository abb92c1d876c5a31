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
#include <cmath>
#include <string_view>

#include "impact/flight.h"
#include "impact/keep_energy.h"
#include "math/scratch_pool.h"
#include "step/internal_edges.h"
#include "step/phases.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

constexpr int kMostRounds = 4;  // of a phase; each brings the time of a meeting to twice the digits, or near it
// Bodies times phases of a step: two hundred that rain onto a heap meet 280 times in it, each at the cost of a step of
// the whole world, three seconds in all. The rest of such a step is the time step's.
constexpr std::size_t kMostBodyPhases = 10'000;
constexpr std::string_view kRestAsStep = "bodies meet more often than a step has time for: the rest as without events";

struct EventWorkspace {
  Flight flight;
  EventCount events;
  std::vector<Manifold> contacts;  // of the phase
};

// The contacts, unless result.manifolds has them, and the impacts of this moment until nothing meets. After an impact
// bodies have other ways before them.
bool resolveNow(StepContext& step, bool search, EventWorkspace& workspace, Tally& tally, std::string& why) {
  for (;; search = true) {
    if (search) {
      searchContacts(step, step.world.bodies);
      freeVelocity(step.world, step.dt, step.workspace.v_free);
      dropInternalEdges(step, step.workspace.v_free);
    }
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
  const bool is_finite = poseProblem(contacts, step.input.params.restitution_threshold, step);
  result.sliding.clear();
  tally.ms.assemble += step.watch.lap();
  if (!is_finite) {
    why = "contacts not finite";
    return false;
  }
  solveStep(step);
  if (keepEnergy(solveMethodOf(step.input), result.islands, bouncesOf(problem), problem, result.start,
                 step.workspace.solve))
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
    world.bodies[i].pose.position -= 0.5 * dt * dt * fallOf(world, flight, static_cast<int>(i));
}

// Solves the phase up to the next meeting within `left` [s], whose length becomes step.dt. The solve bends the way of
// bodies that do not fly, so that they meet at another time; then it is solved again up to there.
bool solvePhaseUpTo(StepContext& step, double left, EventWorkspace& workspace, Tally& tally, std::string& why) {
  Flight& flight = workspace.flight;
  const auto next = [&] {
    const auto first = std::ranges::min_element(flight.meets);
    return first == flight.meets.end() ? left : std::min(left, *first);
  };
  step.dt = next();
  for (int round = 0;; ++round) {
    contactsOfPhase(step, flight, step.dt, workspace.contacts);
    if (!solveContacts(step, workspace.contacts, tally, why)) return false;
    if (round == kMostRounds || step.dt == left || !meetAsSolved(step, left, flight)) return true;
    const double dt = std::max(next(), kNow * step.world.h);
    if (std::abs(dt - step.dt) <= kNow * step.world.h) return true;
    step.dt = dt;
  }
}

}  // namespace

void stepEventDriven(StepContext& step) {
  World& world = step.world;
  step.turned = nullptr;         // phases end where bodies meet
  step.workspace.flies.clear();  // fly() moves those
  const double whole = step.dt;
  const Scratch<EventWorkspace> workspace;
  workspace->events.assign(world.bodies.size(), 0);
  Tally tally;
  std::string why;
  bool search = true;
  std::size_t phases = 0;
  for (double left = whole; left > kNow * whole; ++phases) {
    step.dt = left;
    if (phases * world.bodies.size() > kMostBodyPhases) {
      workspace->events.assign(world.bodies.size(), kMostEvents + 1);
      tally.note = kRestAsStep;
    }
    if (!allFinite(world.bodies)) return reject(step, "state not finite");
    if (!resolveNow(step, search, *workspace, tally, why)) return reject(step, why);
    tally.ms.solve += step.watch.lap();

    if (!solvePhaseUpTo(step, left, *workspace, tally, why)) return reject(step, why);
    search = !restoreNeeded(step);
    if (!search) continue;
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
