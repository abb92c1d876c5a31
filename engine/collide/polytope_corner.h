// Polytopes whose faces do not overlap: a corner or an edge of one passes a corner or an edge of the other.
#pragma once

#include "collide/patch.h"
#include "collide/polytope.h"
#include "collide/polytope_axes.h"

namespace keystone {

// Adds a point at the closest features, or two at the ends of the line along which parallel edges meet. Of the many
// normals that separate two corners the one is taken that lets the bodies pass each other if their present motion does.
// Corners between parallel faces, as in stacks of equal boxes, get no contact unless they are about to hit: the faces
// bear.
void polytopeCorner(const Polytope& a, const Polytope& b, const Approach& approach, const SeparatingAxis& best,
                    Patch& patch);

}  // namespace keystone
