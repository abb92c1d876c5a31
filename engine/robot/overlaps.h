// Links that overlap as a file places them.
#pragma once

#include <utility>
#include <vector>

#include "world/world.h"

namespace keystone {

// Lets pairs of dynamic bodies that overlap where they are pass through each other: maybe no motion of their joints
// parts them, and a file does not mean such links to meet. Returns the pairs that could touch before.
std::vector<std::pair<int, int>> ignoreOverlaps(World& world);

}  // namespace keystone
