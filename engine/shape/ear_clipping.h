// Polygons as triangles.
#pragma once

#include <array>
#include <vector>

#include "math/types.h"

namespace keystone {

// Appends the triangles of a face, wound as it is: a fan from its first corner where that turns no triangle over, else
// ears cut off one by one [meisters1975], as seen along the face's mean normal. A face that crosses itself has no such
// triangles: where no ear is left, its sharpest corner is cut off.
void triangulate(const std::vector<Vec3>& vertices, const std::vector<int>& face,
                 std::vector<std::array<int, 3>>& triangles);

}  // namespace keystone
