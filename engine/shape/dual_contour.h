// The surface where a grid of distances is zero, with the edges and corners of the mesh that it was made from.
#pragma once

#include <array>
#include <vector>

#include "shape/mesh_distance.h"

namespace keystone {

struct Contour {
  std::vector<Vec3> vertices;                 // [m], of the cubes that the surface passes
  std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside; closed
};

// Dual contouring (Ju, Losasso, Schaefer, Warren 2002): in each cube the point nearest to the mesh's planes where it
// cuts the cube's edges, and two triangles across each edge that is cut. A vertex lies a cell beyond its cube at most.
Contour contourOf(const DistanceGrid& grid, const MeshDistance& mesh);

}  // namespace keystone
