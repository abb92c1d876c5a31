// Integrals over a closed triangulated surface: what mass properties and hulls share.
#pragma once

#include <vector>

#include "shape/mass_properties.h"

namespace keystone {

struct VolumeIntegrals {
  double volume = 0.0;         // [m^3]
  Vec3 first = Vec3::Zero();   // integral of x [m^4]
  Mat3 second = Mat3::Zero();  // integral of x x^T [m^5]
};

// Of the solid bounded by the faces: polygons, vertex loops counter-clockwise seen from outside.
VolumeIntegrals integrate(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& faces);

// Of a solid of that density [kg/m^3].
MassProperties ofIntegrals(const VolumeIntegrals& solid, double density);

}  // namespace keystone
