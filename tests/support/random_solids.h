// Random bodies of every kind of shape there is, and ground.
#pragma once

#include "shape/random_shapes.h"

namespace keystone {

// Of the trial of this number.
RandomShapes trialShapes(unsigned seed, int number);

using ShapeSource = Shape (*)(RandomShapes& random);

// Of every kind that moves in space: a half convex, the others compounds, concave meshes and distance fields.
Shape anySolid(RandomShapes& random);

Shape convexSolid(RandomShapes& random);    // RandomShapes::everySolid
Shape plainSolid(RandomShapes& random);     // convex or a compound of a few
Shape flatSolid(RandomShapes& random);      // RandomShapes::any: in the plane too
Shape compoundSolid(RandomShapes& random);  // of two to four convex ones
Shape concaveSolid(RandomShapes& random);   // of assets/meshes/concave, as convex parts
Shape fieldSolid(RandomShapes& random);     // of the same, as a distance field

// A bowl of 139 parts, or a distance field of 5308 triangles whose walls are thinner than a cell: takes as long as ten
// others, and is in none of the above.
Shape bowl(RandomShapes& random);

// For static bodies: a half-space or a height field; or also a surface of triangles.
Shape plainGround(RandomShapes& random);
Shape anyGround(RandomShapes& random);

}  // namespace keystone
