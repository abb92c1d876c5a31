#include "sleep/sleep.h"

#include <algorithm>

#include "problem/assemble_joints.h"
#include "sleep/fingerprint.h"
#include "sleep/immobilised.h"
#include "world/joined.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr int kStillSteps = 30;
constexpr double kStillSpeed = 1e-8;  // [m/s], of any point; one step of free fall is 1e7 times it

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

bool moves(const Body& body) {
  const bool given = body.kind == BodyKind::Kinematic && !(body.velocity.isZero(0.0) && body.omega.isZero(0.0));
  return body.isDynamic() || given;
}

// ---- waking

void wakeChanged(StepContext& step) {
  World& world = step.world;
  SleepState& sleep_state = world.sleep_state;
  if (countSleepers(world) == 0) return;
  if (sleep_state.law != fingerprintOfLaw(step)) return wakeAll(world);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    const bool asleep = isAsleep(world, body);
    if (!asleep && world.bodies[i].isDynamic()) continue;
    if (i < sleep_state.seen.size() && sleep_state.seen[i] == fingerprint(world.bodies[i], world.colliders[i]))
      continue;
    if (!asleep) return wakeAll(world);
    wake(world, body);
  }
  for (const Drag& drag : world.drags) wake(world, drag.body);
}

bool anyMoves(const World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (moves(world.bodies[i]) && !isAsleep(world, static_cast<int>(i))) return true;
  return false;
}

// Wakes the groups that something that moves comes within contact reach of; false when there was none.
bool wakeReached(StepContext& step) {
  World& world = step.world;
  if (countSleepers(world) == 0 || !anyMoves(world)) return false;
  std::vector<Body> bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool mover = moves(bodies[i]) && !isAsleep(world, static_cast<int>(i));
    bodies[i].kind = mover ? BodyKind::Dynamic : BodyKind::Static;  // pairs of movers with all else
  }
  auto pairs = broadPhase(bodies, world.colliders, step.input.params.collide, step.dt);
  std::erase_if(pairs, [&](const auto& pair) { return !isAsleep(world, pair.first) && !isAsleep(world, pair.second); });
  dropJoinedPairs(world, pairs);
  const std::vector<Manifold> reached = narrowPhase(bodies, world.colliders, pairs, step.input.params.collide, step.dt);
  for (const Manifold& manifold : reached) {
    wake(world, manifold.a);
    wake(world, manifold.b);
  }
  return !reached.empty();
}

// ---- a step without the sleepers

bool isAsleep(const World& world, const Joint& joint) {
  return isAsleep(world, joint.a) || isAsleep(world, joint.b);
}

void hideJoints(World& world, MaskedSleepers& masked) {
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  masked.joints = world.joints;
  masked.joint_memory = world.joint_memory;
  for (std::size_t row = 0; row < list.rows.size(); ++row)
    if (!isAsleep(world, world.joints[at(list.joint[row])])) masked.awake_rows.push_back(static_cast<int>(row));
  std::erase_if(world.joints, [&](const Joint& joint) { return isAsleep(world, joint); });
  if (masked.joint_memory.impulses.size() != static_cast<Eigen::Index>(list.rows.size())) {
    masked.joint_memory = world.joint_memory = {};
    return;
  }
  world.joint_memory.impulses = masked.joint_memory.impulses(masked.awake_rows).eval();
  world.joint_memory.sets.clear();
  for (const int row : masked.awake_rows) world.joint_memory.sets.push_back(masked.joint_memory.sets[at(row)]);
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
    if (!body.isDynamic() || isAsleep(world, static_cast<int>(i))) continue;
    const bool still =
        exact && isStill(body, step.input.world.bodies[i].pose, boundingRadius(world.colliders[i].shape), step.dt);
    sleep_state.still[i] = still ? sleep_state.still[i] + 1 : 0;
    any = any || sleep_state.still[i] >= kStillSteps;
  }
  for (const Drag& drag : world.drags)
    if (drag.body >= 0) sleep_state.still[at(drag.body)] = 0;
  return any;
}

// The bodies of an island that may sleep as far as rest goes; empty when one of them may not.
std::vector<int> restedBodies(const World& world, const Island& island) {
  std::vector<int> bodies;
  for (const int body : island.bodies) {
    const bool dynamic = world.bodies[at(body)].isDynamic();
    if (dynamic ? world.sleep_state.still[at(body)] < kStillSteps : moves(world.bodies[at(body)])) return {};
    if (dynamic) bodies.push_back(body);
  }
  return bodies;
}

}  // namespace

bool hasRested(const World& world, int body) {
  const std::vector<int>& still = world.sleep_state.still;
  return at(body) < still.size() && still[at(body)] >= kStillSteps;
}

void setRested(World& world, int body) {
  world.sleep_state.still.resize(world.bodies.size(), 0);
  world.sleep_state.still[at(body)] = kStillSteps;
}

bool isAllAtRest(const World& world) {
  return countSleepers(world) > 0 && !anyMoves(world);
}

void wakeWhatMust(StepContext& step) {
  wakeChanged(step);
  while (wakeReached(step)) {
  }
}

MaskedSleepers maskSleepers(World& world) {
  MaskedSleepers masked;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!isAsleep(world, static_cast<int>(i))) continue;
    world.bodies[i].kind = BodyKind::Static;
    masked.sleepers.push_back(static_cast<int>(i));
  }
  if (!masked.sleepers.empty() && !world.joints.empty()) hideJoints(world, masked);
  return masked;
}

void restore(World& world, MaskedSleepers& masked) {
  for (const int body : masked.sleepers) world.bodies[at(body)].kind = BodyKind::Dynamic;
  if (masked.joints.empty()) return;
  world.joints = std::move(masked.joints);
  const JointMemory part = std::move(world.joint_memory);
  world.joint_memory = std::move(masked.joint_memory);
  if (part.impulses.size() != static_cast<Eigen::Index>(masked.awake_rows.size())) return;
  for (std::size_t i = 0; i < masked.awake_rows.size() && world.joint_memory.impulses.size() > 0; ++i) {
    world.joint_memory.impulses[masked.awake_rows[i]] = part.impulses[static_cast<Eigen::Index>(i)];
    world.joint_memory.sets[at(masked.awake_rows[i])] = part.sets[i];
  }
}

bool putToSleep(StepContext& step) {
  World& world = step.world;
  if (!countStill(step, world.sleep_state)) return false;
  bool any = false;
  for (const Island& island : step.result.islands) {
    const std::vector<int> bodies = restedBodies(world, island);
    if (bodies.empty()) continue;
    const VecX lambda = step.result.solution.lambda(rowsOf(step.result.problem, island));
    if (isImmobilised(restrictTo(step.result.problem, island), lambda)) {
      fallAsleep(world, bodies);
      any = true;
    } else {
      for (const int body : bodies) world.sleep_state.still[at(body)] = 0;
    }
  }
  return any;
}

void takeFingerprints(StepContext& step, bool fell) {
  World& world = step.world;
  world.sleep_state.law = fingerprintOfLaw(step);
  world.sleep_state.seen.resize(world.bodies.size(), 0);
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (!world.bodies[i].isDynamic() || (fell && isAsleep(world, static_cast<int>(i))))
      world.sleep_state.seen[i] = fingerprint(world.bodies[i], world.colliders[i]);
}

}  // namespace keystone
