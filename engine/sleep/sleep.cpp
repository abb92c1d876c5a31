#include "sleep/sleep.h"

#include <algorithm>
#include <utility>

#include "sleep/fingerprint.h"
#include "sleep/immobilised.h"
#include "world/joined.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr int kStillSteps = 30;
constexpr double kStillSpeed = 1e-8;  // [m/s], of any point; one step of free fall is 1e7 times it

// ---- waking

// Whether a force pushes in this step as it does not always.
bool stirs(const AppliedForce& force, const World& world) {
  return (force.isPeriodic() || force.isTimed()) && force.actsWithin(world.time, world.time + world.h);
}

// Whom a change since the last step wakes.
struct Changes {
  bool all = false;
  std::vector<int> bodies;
  bool isEmpty() const { return !all && bodies.empty(); }
};

Changes findChanges(const StepInput& input) {
  const World& world = input.world;
  const SleepState& sleep_state = world.sleep_state;
  if (sleep_state.law != fingerprintOfLaw(input)) return {true, {}};
  Changes changes;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (body.isActive()) continue;
    if (i < sleep_state.seen.size() && sleep_state.seen[i] == fingerprint(body, world.colliders[i])) continue;
    if (!body.isAsleep()) return {true, {}};
    changes.bodies.push_back(static_cast<int>(i));
  }
  for (const Drag& drag : world.drags)
    if (isAsleep(world, drag.body)) changes.bodies.push_back(drag.body);
  for (const AppliedForce& force : world.forces)
    if (stirs(force, world) && isAsleep(world, force.body)) changes.bodies.push_back(force.body);
  return changes;
}

// Wakes the groups that something that moves comes within contact reach of; false when there was none.
bool wakeReached(StepContext& step) {
  World& world = step.world;
  if (countSleepers(world) == 0 || std::ranges::none_of(world.bodies, &Body::moves)) return false;
  const CollideParams& collide = step.input.params.collide;
  auto& pairs = step.workspace.pairs;
  broadPhase(world.bodies, world.colliders, collide, step.dt, pairs);
  std::erase_if(pairs, [&](const auto& pair) { return !isAsleep(world, pair.first) && !isAsleep(world, pair.second); });
  dropJoinedPairs(world, pairs);
  narrowPhase(world.bodies, world.colliders, pairs, collide, step.dt, step.result.manifolds);
  for (const Manifold& manifold : step.result.manifolds) {
    wake(world, manifold.a);
    wake(world, manifold.b);
  }
  return !step.result.manifolds.empty();
}

// ---- falling asleep

bool isExact(const StepReport& report) {
  return report.solve.status == SolveStatus::Converged && report.residual.value <= kExactResidual &&
         report.recovery.status == SolveStatus::Converged && report.fallback.empty();
}

// By its velocity and by the way it went, which removing overlap has a part in too.
bool isStill(const Body& body, const Pose& before, double reach, double h) {
  if (body.velocity.norm() + reach * body.omega.norm() > kStillSpeed) return false;
  const double turned = 2.0 * (before.orientation.conjugate() * body.pose.orientation).vec().norm();
  return (body.pose.position - before.position).norm() + reach * turned <= kStillSpeed * h;
}

// Counts the steps at rest; true when some body has rested for long enough.
bool countStill(const StepContext& step, SleepState& sleep_state) {
  const World& world = step.world;
  const bool exact = isExact(step.result.report);
  sleep_state.still.resize(world.bodies.size(), 0);
  bool any = false;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (!body.isActive()) continue;
    const bool still =
        exact && isStill(body, step.input.world.bodies[i].pose, boundingRadius(world.colliders[i].shape), step.dt);
    sleep_state.still[i] = still ? sleep_state.still[i] + 1 : 0;
    any = any || sleep_state.still[i] >= kStillSteps;
  }
  for (const Drag& drag : world.drags)
    if (drag.body >= 0) sleep_state.still[drag.body] = 0;
  for (const AppliedForce& force : world.forces)
    if (stirs(force, step.input.world)) sleep_state.still[force.body] = 0;
  return any;
}

// Whether a surface that moves over its body, as a belt, touches the island: it drives, whatever rests on it.
bool touchesBelt(const ContactProblem& problem, const Island& island) {
  if (problem.surface.size() == 0) return false;
  return std::ranges::any_of(island.contacts, [&](int contact) {
    return !problem.surface.segment(problem.normalRow(contact), problem.dim).isZero(0.0);
  });
}

// The bodies of an island that may sleep as far as rest goes; empty when one of them may not.
std::vector<int> restedBodies(const World& world, const Island& island) {
  std::vector<int> bodies;
  for (const int body : island.bodies) {
    const bool active = world.bodies[body].isActive();
    if (active ? world.sleep_state.still[body] < kStillSteps : world.bodies[body].moves()) return {};
    if (active) bodies.push_back(body);
  }
  return bodies;
}

}  // namespace

bool hasRested(const World& world, int body) {
  const std::vector<int>& still = world.sleep_state.still;
  return std::cmp_less(body, still.size()) && still[body] >= kStillSteps;
}

void setRested(World& world, int body) {
  world.sleep_state.still.resize(world.bodies.size(), 0);
  world.sleep_state.still[body] = kStillSteps;
}

bool sleepsOn(const StepInput& input) {
  const World& world = input.world;
  return std::ranges::none_of(world.bodies, &Body::moves) && !pathsMove(world) && countSleepers(world) > 0 &&
         findChanges(input).isEmpty();
}

void wakeWhatMust(StepContext& step) {
  if (countSleepers(step.world) == 0) return;
  const Changes changes = findChanges(step.input);
  if (changes.all) wakeAll(step.world);
  for (const int body : changes.bodies) wake(step.world, body);
  while (wakeReached(step)) {
  }
}

bool putToSleep(StepContext& step) {
  World& world = step.world;
  if (!countStill(step, world.sleep_state)) return false;
  bool any = false;
  ContactProblem part;
  std::vector<int> rows;
  for (const Island& island : step.result.islands) {
    const std::vector<int> bodies = restedBodies(world, island);
    if (bodies.empty() || touchesBelt(step.result.problem, island)) continue;
    rowsOf(step.result.problem, island, rows);
    restrictTo(step.result.problem, island, part);
    if (isImmobilised(part, step.result.solution.lambda(rows))) {
      fallAsleep(world, bodies);
      any = true;
    } else {
      for (const int body : bodies) world.sleep_state.still[body] = 0;
    }
  }
  return any;
}

void takeFingerprints(StepContext& step, bool fell) {
  World& world = step.world;
  world.sleep_state.law = fingerprintOfLaw(step.input);
  world.sleep_state.seen.resize(world.bodies.size(), 0);
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (!world.bodies[i].isDynamic() || (fell && world.bodies[i].isAsleep()))
      world.sleep_state.seen[i] = fingerprint(world.bodies[i], world.colliders[i]);
}

}  // namespace keystone
