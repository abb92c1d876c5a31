// The convex hull of points as triangles, without a tolerance.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "math/types.h"

namespace keystone {

// Corners counter-clockwise seen from outside. neighbours[k] is the triangle across the edge from corner k to k + 1.
struct HullTriangle {
  std::array<int, 3> corners, neighbours;
};

// [m], the diagonal of the box around the points. Throws std::invalid_argument for fewer than four points, for one that
// is not finite, and where all are one.
double extentOf(const std::vector<Vec3>& points);

// Quickhull (Barber, Dobkin, Huhdanpaa 1996) on a grid of 2^40 cells along `extent` [m], in whole numbers: whether a
// point sees a triangle is exact, so that the triangles close whatever the points. Each point is within 1e-12 of the
// extent of the hull. *thickness [m]: the height of the first tetrahedron, a lower bound of the hull's width within a
// factor of three. Throws std::invalid_argument where that is none but for rounding, or while there are more than
// `most_corners` corners. About n log n.
std::vector<HullTriangle> triangulatedHull(const std::vector<Vec3>& points, double extent, std::size_t most_corners,
                                           double* thickness);

}  // namespace keystone
