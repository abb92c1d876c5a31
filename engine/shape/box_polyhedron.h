// Boxes as polyhedra.
#pragma once

#include "shape/shape.h"

namespace keystone {

// A box's faces: +x +y +z -x -y -z. Its vertex v has the sign + along axis k where bit k of v is set. Its edge 4 k + s
// is parallel to axis k, with the signs of the two following axes in the bits of s.
const HullData& boxTopology();
// The same of a box with these half edges [m].
HullData boxPolyhedron(const Vec3& half);

}  // namespace keystone
