// Signed distances to the surface of a solid, at the points of a grid of cubes.
#pragma once

#include <array>
#include <vector>

#include "math/types.h"

namespace keystone {

using GridPoint = std::array<int, 3>;

struct DistanceGrid {
  Vec3 origin = Vec3::Zero();     // [m], of the first point
  double cell = 1.0;              // [m], side of a cube
  GridPoint points{2, 2, 2};      // along the axes
  std::vector<double> distances;  // [m], negative inside; x runs first, z last

  std::size_t index(const GridPoint& at) const {
    return (static_cast<std::size_t>(at[2]) * static_cast<std::size_t>(points[1]) + static_cast<std::size_t>(at[1])) *
               static_cast<std::size_t>(points[0]) +
           static_cast<std::size_t>(at[0]);
  }
  double at(const GridPoint& point) const { return distances[index(point)]; }
  Vec3 place(const GridPoint& at) const { return origin + cell * Vec3(at[0], at[1], at[2]); }
};

// The distance [m] at a point, trilinear in its cube, and its gradient there: near 1 long where the surface is flat
// over a cell. Beyond the grid, whose border lies outside the solid, those of the nearest point of the border, and the
// way to it on top.
double distanceAt(const DistanceGrid& grid, const Vec3& point, Vec3* gradient = nullptr);

}  // namespace keystone
