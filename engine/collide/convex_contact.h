// The general path: convex shapes known by their support points and faces, against each other and half-spaces.
#pragma once

#include "collide/convex_core.h"
#include "collide/patch.h"

namespace keystone {

// Sine between segments, and faces, that touch along a line: at two points.
inline constexpr double kParallelLines = 1e-3;

// Leaves the patch empty when the bodies cannot meet within the step. Flat faces bear on all that lies over them, lines
// that run side by side on both ends of their common length, all else on one point.
void convexContact(const ConvexCore& a, const ConvexCore& b, const Approach& approach, Patch& patch);

// The solid normal . x <= offset (unit normal), relative to body a's centre. The patch's normal is the half-space's.
void halfSpaceConvexContact(const Vec3& normal, double offset, const ConvexCore& solid, double tie, Patch& patch);

}  // namespace keystone
