// The direction in which two convex bodies are farthest apart, or overlap least.
#pragma once

#include "collide/convex_core.h"

namespace keystone {

struct Separation {
  Vec3 normal = Vec3::UnitY();                    // unit, a to b
  double separation = 0.0;                        // [m] of the cores along it; negative = overlap
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  // [m], points of the cores that are closest
};

// How far b's nearest point lies beyond a's farthest along unit n [m].
double separationAlong(const ConvexCore& a, const ConvexCore& b, const Vec3& n);

// Turns `along`, where to look first, to the unit direction from a to b of the shortest way between them, a thousandth
// off at most. False, and nothing is changed, unless they are clearly apart, by more than a millionth of `size` [m].
bool findWay(const ConvexCore& a, const ConvexCore& b, double size, Vec3& along);

// False as soon as the cores are known to be farther apart than `bound` [m]. `size` [m]: that of the smaller body.
// Overlaps deeper than a thousandth of it get the best direction of all, others one that is best among its neighbours.
bool findSeparation(const ConvexCore& a, const ConvexCore& b, double size, double bound, Separation& axis);

}  // namespace keystone
