// Links that overlap as a file places them.
#pragma once

#include <utility>
#include <vector>

#include "world/world.h"

namespace keystone {

// Keeps those pairs of dynamic bodies from touching that overlap where they are: no motion of their joints may part
// them, and files of robots do not mean them to meet. Returns the pairs that were not kept apart before.
std::vector<std::pair<int, int>> keepOverlapsApart(World& world);

}  // namespace keystone
