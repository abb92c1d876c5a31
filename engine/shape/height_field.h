// Ground given by heights over a grid, for static bodies.
#pragma once

#include <vector>

#include "shape/compound.h"

namespace keystone {

// Heights [m] along y at the points of a grid in x and z, which begins at the origin. Between them the ground is two
// triangles to a cell, cut from the corner of least x and z to the opposite one.
struct HeightGrid {
  int columns = 2, rows = 2;                // points along x and z, two at least
  double spacing_x = 1.0, spacing_z = 1.0;  // [m]
  double depth = 1.0;                       // [m], how far the ground goes on below its lowest point
  std::vector<double> heights = {};         // [rows x columns], x runs first
};

// A compound of prisms, one to a triangle, down to one flat base. The shift of its centre goes to *center. Throws
// std::invalid_argument where heights are missing, or more than 1e5 spacings.
Compound makeHeightField(const HeightGrid& grid, Vec3* center = nullptr);

}  // namespace keystone
