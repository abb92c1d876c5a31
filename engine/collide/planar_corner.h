// Contact in the plane where no edges face each other: corner against corner, round against anything.
#pragma once

#include "collide/patch.h"
#include "collide/planar_polygon.h"

namespace keystone {

// Adds at most one point. Two sharp corners touch in many possible normals; the one is taken that lets the bodies pass
// each other if their present motion does, and bodies that pass get no contact.
void planarCorner(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch);

}  // namespace keystone
