// Ground of triangles that have nothing behind them: terrain with overhangs, rooms, stairs, pipes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "shape/compound.h"

namespace keystone {

// A compound of flat parts, one to a triangle, that is met from the triangles' fronts (counter-clockwise) or from both
// sides. It may be open or closed, cross itself, and have edges of more than two triangles. Its origin is the middle of
// its bounds, which goes to *center. Triangles without area are left out; throws std::invalid_argument where there are
// no others.
Compound makeSurface(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles, Sides sides,
                     Vec3* center = nullptr);

// What such a surface is made of, about an origin [m] of the caller's.
CompoundData surfaceData(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                         Sides sides, const Vec3& origin);

// The surface of a mesh file (mesh_file.h), its lengths times `scale`. Throws std::runtime_error of one line.
Compound surfaceFromMesh(const std::string& path, double scale, Sides sides, Vec3* center = nullptr);

}  // namespace keystone
