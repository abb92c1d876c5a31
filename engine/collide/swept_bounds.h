// Bounds of bodies over a whole step, by which pairs are found.
#pragma once

#include "body/body.h"
#include "shape/shape.h"

namespace keystone {

// The bounds over h [s]: the swept pose, the turn, and half the margin [m] (the partner brings the other half). Not of
// half-spaces.
Aabb sweptBounds(const Body& body, const Shape& shape, double margin, double h);

// Whether a half-space comes near such bounds: any corner lies within margin/2 plus the plane's own way of the solid.
bool reachesHalfSpace(const Body& body, const Shape& half_space, const Aabb& box, double margin, double h);

}  // namespace keystone
