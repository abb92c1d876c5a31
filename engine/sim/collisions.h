// Bodies that collide: when, and the impulses of one moment at all contacts at once.
#pragma once

#include "sim/step_parts.h"

namespace keystone {

// Time [s] until the first contact of lane.manifolds that approaches faster than restitution_threshold closes, at most
// `left`; bodies move from their velocities to v_free [6 bodies] within world.h. Touching contacts do not count.
double timeToCollision(const Lane& lane, const VecX& v_free, double left);

// The contacts but for those that collide within dt [s], which forces must leave alone.
std::vector<Manifold> withoutColliding(const Lane& lane, const VecX& v_free, double dt);

struct Impacts {
  int contacts = 0;      // pushed apart, each blow counted
  double largest = 0.0;  // [N s], normal impulse
  JudgedSolve solve;     // effort of all blows, the worst status and residual
  std::string note;      // what was done beyond solving; else empty
};

// Blow after blow at the contacts that touch, until none of them approaches faster than restitution_threshold: changes
// the velocities of the world's bodies. A blow is one simultaneous solve with Newton's restitution, u+ >= -e u-,
// friction as the sliding before it says. If friction and restitution together would gain energy, restitution is
// reduced until they do not. False, and `why`, when the solver left nothing to go on with.
bool collide(Lane& lane, Impacts& impacts, std::string& why);

}  // namespace keystone
