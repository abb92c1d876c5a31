// Contact in the plane where no edges face each other: corner against corner, round against anything.
#pragma once

#include "collide/patch.h"
#include "collide/planar_polygon.h"

namespace keystone {

// Adds at most one point. Two sharp corners touch in many possible normals; the one is taken that lets the bodies pass
// each other if their present motion does. Corners between parallel edges, as in stacks of equal bricks, get no contact
// unless they are about to hit: the edges bear. Cards that lean against each other do.
void planarCorner(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch);

}  // namespace keystone
