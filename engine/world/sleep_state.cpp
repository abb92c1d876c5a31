#include "world/sleep_state.h"

#include <algorithm>

namespace keystone {
namespace {

// Moves the entries of which `moves` is true; both caches stay sorted by `key`.
template <class Entry, class Key, class Moves>
void moveEntries(std::vector<Entry>& from, std::vector<Entry>& to, Key key, const Moves& moves) {
  const auto kept = std::stable_partition(from.begin(), from.end(), [&](const Entry& entry) { return !moves(entry); });
  const auto middle = static_cast<std::ptrdiff_t>(to.size());
  to.insert(to.end(), kept, from.end());
  from.erase(kept, from.end());
  std::ranges::inplace_merge(to, to.begin() + middle, {}, key);
}

bool isOfSleeper(const World& world, const CachedContact& contact) {
  return isAsleep(world, contact.key.a) || isAsleep(world, contact.key.b);
}

bool isOfSleeper(const World& world, const CachedJointRow& row) {
  if (row.joint >= static_cast<int>(world.joints.size())) return false;  // joints were taken away
  const Joint& joint = world.joints[row.joint];
  return isAsleep(world, joint.a) || isAsleep(world, joint.b);
}

// What is remembered of sleepers goes to the sleep state, of all others to the world.
void sortCaches(World& world) {
  const auto sort = [&](auto& awake, auto& asleep, auto key) {
    moveEntries(awake, asleep, key, [&](const auto& entry) { return isOfSleeper(world, entry); });
    moveEntries(asleep, awake, key, [&](const auto& entry) { return !isOfSleeper(world, entry); });
  };
  sort(world.cache, world.sleep_state.cache, &CachedContact::key);
  sort(world.joint_cache, world.sleep_state.joint_cache, &CachedJointRow::joint);
}

}  // namespace

bool isAsleep(const World& world, int body) {
  return body >= 0 && world.bodies[body].isAsleep();
}

int countSleepers(const World& world) {
  return static_cast<int>(std::ranges::count_if(world.bodies, &Body::isAsleep));
}

void fallAsleep(World& world, const std::vector<int>& bodies) {
  for (const int index : bodies) {
    Body& body = world.bodies[index];
    body.sleep_group = bodies.front();
    body.velocity.setZero();
    body.omega.setZero();
  }
  sortCaches(world);
}

void wake(World& world, int body) {
  if (!isAsleep(world, body)) return;
  const int group = world.bodies[body].sleep_group;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].sleep_group != group) continue;
    world.bodies[i].sleep_group = -1;
    world.sleep_state.still[i] = 0;
  }
  sortCaches(world);
}

void wakeAll(World& world) {
  for (Body& body : world.bodies) body.sleep_group = -1;
  sortCaches(world);
  world.sleep_state = {};
}

}  // namespace keystone
