// Whether two bodies meet on their way through a step.
#pragma once

#include "body/body.h"
#include "collide/collider.h"

namespace keystone {

// A body that moves as free bodies do: v and omega are its velocities at first, and only its omega may change.
struct Moving {
  const Body& body;
  const Shape& shape;
  Vec3 v, omega;  // [m/s], [rad/s]
};

// Whether the surfaces come within `slop` [m] of each other in h [s], turning included: conservative advancement
// (Mirtich 1996, section 2.3), which steps from one moment to the next that the distance allows. True also where that
// takes too many steps to tell. Cost: a distance a step, of which it takes 1000 at most.
bool meet(const Moving& a, const Moving& b, double h, double slop);

}  // namespace keystone
