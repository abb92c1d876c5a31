#include "world/sleep_state.h"

#include <algorithm>

namespace keystone {
namespace {

// Moves the contacts of which `moves` is true; both caches stay sorted.
template <class Moves>
void moveContacts(ContactCache& from, ContactCache& to, const Moves& moves) {
  const auto kept = std::stable_partition(from.begin(), from.end(), [&](const auto& c) { return !moves(c.key); });
  const auto middle = static_cast<std::ptrdiff_t>(to.size());
  to.insert(to.end(), kept, from.end());
  from.erase(kept, from.end());
  std::ranges::inplace_merge(to, to.begin() + middle, {}, &CachedContact::key);
}

}  // namespace

bool isAsleep(const World& world, int body) {
  const std::vector<int>& group = world.sleep_state.group;
  return body >= 0 && body < static_cast<int>(group.size()) && group[static_cast<std::size_t>(body)] >= 0;
}

int countSleepers(const World& world) {
  const std::vector<int>& group = world.sleep_state.group;
  return static_cast<int>(std::count_if(group.begin(), group.end(), [](int number) { return number >= 0; }));
}

void fallAsleep(World& world, const std::vector<int>& bodies) {
  if (bodies.empty()) return;
  world.sleep_state.group.resize(world.bodies.size(), -1);
  for (const int body : bodies) {
    world.sleep_state.group[static_cast<std::size_t>(body)] = bodies.front();
    world.bodies[static_cast<std::size_t>(body)].velocity.setZero();
    world.bodies[static_cast<std::size_t>(body)].omega.setZero();
  }
  moveContacts(world.cache, world.sleep_state.cache,
               [&](const ContactKey& key) { return isAsleep(world, key.a) || isAsleep(world, key.b); });
}

void wake(World& world, int body) {
  if (!isAsleep(world, body)) return;
  std::vector<int>& group = world.sleep_state.group;
  const int number = group[static_cast<std::size_t>(body)];
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (group[i] != number) continue;
    group[i] = -1;
    world.sleep_state.still[i] = 0;
  }
  moveContacts(world.sleep_state.cache, world.cache,
               [&](const ContactKey& key) { return !isAsleep(world, key.a) && !isAsleep(world, key.b); });
}

void wakeAll(World& world) {
  moveContacts(world.sleep_state.cache, world.cache, [](const ContactKey&) { return true; });
  world.sleep_state = {};
}

}  // namespace keystone
