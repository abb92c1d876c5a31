// Boxes and hulls against each other.
#pragma once

#include "collide/patch.h"
#include "collide/polytope.h"

namespace keystone {

// Leaves the patch empty when the bodies cannot meet within the step. Points relative to a's centre.
void polytopeContact(const Polytope& a, const Polytope& b, const Approach& approach, Patch& patch);

}  // namespace keystone
