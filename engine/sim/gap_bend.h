// The velocity-dependent part of a contact's acceleration: how its gap would curve if no force acted.
#pragma once

#include "collide/collider.h"
#include "problem/contact_problem.h"
#include "sim/world.h"

namespace keystone {

// Jdot v [m/s^2] of the contact's normal row: the gap's second rate of change while both bodies keep their velocity and
// spin. Exact where a flat face of one body gives the normal (with a corner, a ball or a capsule's end on the other),
// and between balls. Zero, which is wrong by the features' own turning, where edges or corners meet each other.
double gapBend(const World& world, const ContactPlace& place);

}  // namespace keystone
