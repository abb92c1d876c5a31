// Links put where their joints let them be, from the roots out: joints then hold by construction, however far apart the
// bodies were.
#pragma once

#include "articulated/forest.h"

namespace keystone {

// Moves each link whose joint is open by more than `tolerance` [m] or [rad]: of its pose stays what the joint leaves
// free, the turn of a ball joint, the angle of a hinge, the travel of a slider. Trees that move freely keep their
// centre of mass; spins stay as they are in the bodies' axes. Limits are left alone. Returns whether a link was moved.
// O(links).
bool seatLinks(const Forest& forest, std::span<const Joint> joints, double tolerance, std::span<Body> bodies);

}  // namespace keystone
