#include "step/fixed_point.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace keystone {
namespace {

// Bits: zeros of both signs are equal, their hashes are not.
template <class Vector>
bool sameBits(const Vector& a, const Vector& b) {
  return std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

bool sameState(const Body& a, const Body& b) {
  return sameBits(a.pose.position, b.pose.position) &&
         sameBits(a.pose.orientation.coeffs(), b.pose.orientation.coeffs()) && sameBits(a.velocity, b.velocity) &&
         sameBits(a.omega, b.omega) && a.sleep_group == b.sleep_group;
}

bool sameStates(const World& a, const World& b) {
  return std::ranges::equal(a.bodies, b.bodies, [](const Body& x, const Body& y) { return sameState(x, y); });
}

bool changesWithTime(const World& world) {
  return !world.paths.empty() || std::ranges::any_of(world.forces, [](const AppliedForce& force) {
    return force.isPeriodic() || force.isTimed();
  });
}

}  // namespace

void noteFixedPoint(Simulation& simulation) {
  const World &before = simulation.world, &after = simulation.next;
  if (!simulation.params.skip_repeated || simulation.report.rejected || changesWithTime(before) ||
      !sameStates(before, after))
    return;
  if (before.cache != after.cache || before.joint_cache != after.joint_cache) return;
  if (!(before.sleep_state == after.sleep_state)) return;
  simulation.fixed_point = std::make_shared<const StepInput>(simulation);
}

bool isAtFixedPoint(Simulation& simulation) {
  const auto noted = simulation.fixed_point;
  if (!noted || !simulation.params.skip_repeated || !sameStates(simulation.world, noted->world)) return false;
  // Of a world all but its time must be the same.
  World& world = simulation.world;
  const auto step = std::exchange(world.step, noted->world.step);
  const auto time = std::exchange(world.time, noted->world.time);
  const bool is_same = static_cast<const StepInput&>(simulation) == *noted;
  world.step = step;
  world.time = time;
  return is_same;
}

}  // namespace keystone
