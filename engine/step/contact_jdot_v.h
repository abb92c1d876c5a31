// The velocity-dependent part of a contact's acceleration, Jdot v: how its gap and its slip would change if no force
// acted.
#pragma once

#include "problem/contact_problem.h"
#include "world/world.h"

namespace keystone {

struct ContactJdotV {
  double gap = 0.0;          // [m/s^2], second rate of change of the gap
  Vec2 slip = Vec2::Zero();  // [m/s^2], rate of change of the slip along (t1, t2), of a contact that does not slide
};

// While both bodies keep their velocity and spin, place.normal and place.point as collision has found them. Closed
// forms where faces, edges, corners, balls and capsules meet each other; zero, which is wrong by the features' own
// turning, for parallel edges and where sharp corners meet off any face.
ContactJdotV contactJdotV(const World& world, const ContactPoint& place);

}  // namespace keystone
