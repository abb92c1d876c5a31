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
#include "step/continuous.h"
#include "step/steppers.h"
#include "world/motion.h"

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

class EventMethod final : public IntervalMethod {
 public:
  explicit EventMethod(const World& world) : workspace_(std::ssize(world.bodies)) {
    workspace_->events.assign(world.bodies.size(), 0);
  }

  void filterContacts(StepContext&) override {}

  // The phase up to the next meeting within step.dt, or the impact of this moment: after it bodies have other ways
  // before them.
  bool solve(StepContext& step, IntervalTally& tally, std::string& why) override {
    Flight& flight = workspace_->flight;
    EventCount& events = workspace_->events;
    if (phases_ * events.size() > kMostBodyPhases) {
      events.assign(events.size(), kMostEvents + 1);
      tally.note = kRestAsStep;
    }
    findFlight(step, events, flight);
    if (countMeetings(step, flight, kNow * step.world.h, events)) {
      step.dt = 0.0;
      return resolveImpacts(step, ImpactScope::Touching, tally.impacts, why);
    }
    step.workspace.flies = flight.flies;
    return solveUpToMeeting(step, tally, why);
  }

  void moved(StepContext& step) override {
    step.result.report.force_time = step.dt;
    countMeetings(step, workspace_->flight, step.dt, workspace_->events);
    ++phases_;
  }

  bool stopsAtImpacts() const override { return true; }

 private:
  // The solve bends the way of bodies that do not fly, so that they meet at another time; then it is solved again up to
  // there.
  bool solveUpToMeeting(StepContext& step, IntervalTally& tally, std::string& why) {
    Flight& flight = workspace_->flight;
    const double left = step.dt;
    const auto next = [&] {
      const auto first = std::ranges::min_element(flight.meets);
      return first == flight.meets.end() ? left : std::min(left, *first);
    };
    step.dt = next();
    for (int round = 0;; ++round) {
      contactsOfPhase(step, flight, step.dt, workspace_->contacts);
      if (!solveContacts(step, tally, why)) return false;
      if (round == kMostRounds || step.dt == left) return true;
      findVelocities(step);
      if (!meetAsSolved(step, left, flight)) return true;
      const double dt = std::max(next(), kNow * step.world.h);
      if (std::abs(dt - step.dt) <= kNow * step.world.h) return true;
      step.dt = dt;
      addEffort(step.workspace.solve, tally.effort);
    }
  }

  bool solveContacts(StepContext& step, IntervalTally& tally, std::string& why) {
    ContactProblem& problem = step.result.problem;
    freeVelocity(step.world, step.dt, step.workspace.v_free);
    if (!poseProblem(workspace_->contacts, step.input.params.restitution_threshold, step, why)) return false;
    solveStep(step);
    if (keepEnergy(solveMethodOf(step.input), step.result.islands, bouncesOf(problem), problem, step.result.start,
                   step.workspace.solve))
      tally.note = kRestitutionReduced;
    step.result.report.ms.solve += step.watch.lap();
    return true;
  }

  Scratch<EventWorkspace> workspace_;
  std::size_t phases_ = 0;
};

}  // namespace

void stepEventDriven(StepContext& step) {
  EventMethod method(step.world);
  stepContinuous(step, method);
}

}  // namespace keystone
