// The distance to a closed mesh of triangles, and which side of it a point is on.
#pragma once

#include <span>
#include <vector>

#include "shape/distance_grid.h"
#include "shape/part_tree.h"
#include "shape/triangle.h"

namespace keystone {

class MeshDistance {
 public:
  // One triangle at least.
  explicit MeshDistance(std::vector<Corners> triangles);

  struct Nearest {
    double distance = 0.0;  // [m]
    int triangle = -1;      // -1: none within the limit
    Vec3 point = Vec3::Zero();
  };
  // The nearest point of the mesh that is less than `limit` [m] away. Cost: about the logarithm of the triangles.
  Nearest nearest(const Vec3& point, double limit = HUGE_VAL) const;

  // Where a line along x through (y, z) of `point` [m] crosses the mesh: ascending x, and how often more it is inside
  // beyond it. A line through an edge or a corner counts as one beside it.
  struct Crossing {
    double x;
    int enters;  // 1, or -1 where it leaves
  };
  void crossings(const Vec3& point, std::vector<Crossing>& found) const;

  const Aabb& bounds() const { return tree_.bounds(); }
  const Corners& triangle(int number) const { return triangles_[number]; }

 private:
  std::vector<Corners> triangles_;
  PartTree tree_;
};

// The grid of distances to it with cells of that size [m], which goes on for more than a cell on every side. Inside is
// what the mesh goes round at least once, so that solids may overlap. The time goes with the points: 1 us each.
DistanceGrid distanceGrid(const MeshDistance& mesh, double cell);
// How many points such a grid has.
double pointsOf(const Aabb& bounds, double cell);

}  // namespace keystone
