// The faces of a mesh as triangles, and as a surface that is drawn.
#pragma once

#include <array>
#include <vector>

#include "shape/mesh_file.h"
#include "shape/shape_kind.h"

namespace keystone {

// The faces as triangles (ear_clipping.h), run through the other way round where `turned`.
std::vector<std::array<int, 3>> trianglesOf(const PolygonMesh& mesh, bool turned = false);

// Flat triangles relative to `center`, without those that have no area; their backs too where `both_sides`.
Surface flatSurface(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                    const Vec3& center, bool both_sides = false);

}  // namespace keystone
