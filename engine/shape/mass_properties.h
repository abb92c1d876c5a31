// Exact mass properties of homogeneous solids (polyhedra: Mirtich 1996, by the divergence theorem).
#pragma once

#include "shape/shape.h"

namespace keystone {

struct MassProperties {
  double mass = 0.0;            // [kg]
  Vec3 center = Vec3::Zero();   // [m], in the shape's frame
  Mat3 inertia = Mat3::Zero();  // [kg m^2], about center, the shape's axes
};

// density [kg/m^3]. Half-spaces have no mass: throws std::invalid_argument.
MassProperties massProperties(const Shape& shape, double density);

// Planar scenes: a box as a rectangle of unit depth etc. has the same rotation about z, so no second form is needed.

}  // namespace keystone
