// The force on a body, read off the worlds that are kept.
#pragma once

#include "world/world.h"

namespace keystone {

// [N], of all contacts, joints and the hand together, over the step from `before` to `now`. Of a body that moves freely
// it is what weight and applied forces leave of its change of momentum; of one that is fixed or on a path what the
// world remembers of its contacts and joints. force_time [s]: what turns these impulses into forces (forceTime()).
Vec3 forceOn(const World& before, const World& now, std::size_t body, double force_time);

}  // namespace keystone
