// Bodies that do not collide: those that joints connect, and those of World::no_contact.
#pragma once

#include <utility>
#include <vector>

#include "world/world.h"

namespace keystone {

// Takes out the pairs of World::no_contact, and those of bodies joined by a joint that does not say `collide`. Dynamic
// bodies fixed to each other count as one: what is joined to one of them is joined to all.
void dropJoinedPairs(const World& world, std::vector<std::pair<int, int>>& pairs);

}  // namespace keystone
