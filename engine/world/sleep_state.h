// Falling asleep and waking, as changes of a world. When and why is sleep/sleep.h's.
#pragma once

#include "world/world.h"

namespace keystone {

bool isAsleep(const World& world, int body);
int countSleepers(const World& world);

// Puts the bodies to sleep as one group: at rest from now on, the impulses of their contacts kept apart.
void fallAsleep(World& world, const std::vector<int>& bodies);

// Wakes all that sleep in the body's group, with the impulses that held them when they fell asleep.
void wake(World& world, int body);
void wakeAll(World& world);

}  // namespace keystone
