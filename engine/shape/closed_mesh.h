// Mesh files as closed surfaces.
#pragma once

#include <string>

#include "shape/mesh_file.h"

namespace keystone {

// Of a hole that may be closed: the time to cut off ears may grow by their cube.
inline constexpr int kMostHoleEdges = 512;

// The mesh of a file (mesh_file.h), closed: each edge is run through once in each direction. Holes of at most
// `close_holes` edges get triangles over them (ear_clipping.h). Throws the error of one line that readMeshFile does.
PolygonMesh readClosedMesh(const std::string& path, double scale, int close_holes);

}  // namespace keystone
