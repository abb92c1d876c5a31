// Contact in the plane z = 0.
#pragma once

#include "collide/patch.h"
#include "collide/planar_polygon.h"

namespace keystone {

// Contact of two sections, both relative to body a's centre; at most two points, with z = 0 and a normal in the plane.
// Leaves the patch empty when the bodies cannot meet within the step.
void planarContact(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch);

// The solid below the line normal . x = offset (unit normal) against a section, both relative to body a's centre. The
// patch's normal is the line's.
void planarHalfSpaceContact(const Vec2& normal, double offset, const PlanarPolygon& polygon, Patch& patch);

}  // namespace keystone
