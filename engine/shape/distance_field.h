// Bodies of any form, known by the distance to their surface.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "shape/compound.h"
#include "shape/distance_grid.h"
#include "shape/polyhedron.h"

namespace keystone {

struct DistanceField {
  DistanceGrid grid;      // in the compound's frame
  VolumeIntegrals solid;  // of what the surface encloses, about the origin
  double error = 0.0;     // [m], how far the mesh and the surface lie apart at most
};

// A solid of which the distance to the triangles is known at the points of a grid with cells [m]. Its surface are the
// triangles that dual contouring makes of it: parts as those of a surface met from the front, which other bodies meet.
// What lies deep inside is known by the grid. The triangles are closed and wound counter-clockwise seen from outside;
// solids may overlap. What is thinner than a cell may be lost. The origin is the centre of mass, and goes to *center.
// Throws std::invalid_argument where the cells are too many, or larger than the solid.
Compound makeDistanceField(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                           double cell, Vec3* center = nullptr);

// The field of a mesh in a file, read by readClosedMesh. Throws std::runtime_error of one line.
Compound distanceFieldFromMesh(const std::string& path, double scale, double cell, Vec3* center = nullptr,
                               int close_holes = 0);

}  // namespace keystone
