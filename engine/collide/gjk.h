// Whether two convex polytopes come near each other, by libccd's GJK.
#pragma once

#include "collide/polytope.h"

namespace keystone {

// Whether they are within `reach` [m] of each other. Cost: a few dozen support points, where separating axes try pairs
// of edges.
bool gjkWithin(const Polytope& a, const Polytope& b, double reach);

}  // namespace keystone
