// Takes away what a step leaves of the joints' position errors, by positions alone.
#pragma once

#include <span>

#include "world/world.h"

namespace keystone {

inline constexpr double kClosed = 1e-12;  // [m] or [rad], near the rounding of positions of some metres

// Moves the bodies (Newton's method, each round the smallest motion in the mass metric) until every joint holds and no
// limit is passed, to kClosed. Velocities stay. Where they contradict each other, limits give way to joints,
// and these to the joints that `first` [joints], or empty, marks. Returns the worst error left [m] (joint_rows.h), 0
// without joints. A correction that is not finite is not made.
double closeJoints(World& world, std::span<const char> first = {});

}  // namespace keystone
