#include "shape/distance_grid.h"

#include <algorithm>
#include <cmath>

namespace keystone {

double distanceAt(const DistanceGrid& grid, const Vec3& point, Vec3* gradient) {
  const Vec3 last = grid.place({grid.points[0] - 1, grid.points[1] - 1, grid.points[2] - 1});
  const Vec3 inside = point.cwiseMax(grid.origin).cwiseMin(last);
  const Vec3 cells = (inside - grid.origin) / grid.cell;
  GridPoint first;
  Vec3 share;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<Eigen::Index>(axis);
    first[axis] = std::clamp(static_cast<int>(cells[k]), 0, grid.points[axis] - 2);
    share[k] = cells[k] - first[axis];
  }
  double distance = 0.0;
  Vec3 slope = Vec3::Zero();
  for (int corner = 0; corner < 8; ++corner) {
    GridPoint at = first;
    Vec3 weight, change;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto k = static_cast<Eigen::Index>(axis);
      const bool far = (corner >> axis & 1) != 0;
      at[axis] += far ? 1 : 0;
      weight[k] = far ? share[k] : 1.0 - share[k];
      change[k] = far ? 1.0 : -1.0;
    }
    const double value = grid.at(at);
    distance += value * weight.prod();
    slope +=
        value / grid.cell *
        Vec3(change[0] * weight[1] * weight[2], weight[0] * change[1] * weight[2], weight[0] * weight[1] * change[2]);
  }
  const Vec3 beyond = point - inside;
  if (gradient != nullptr) *gradient = beyond.isZero(0.0) ? slope : Vec3(beyond.normalized());
  return distance + beyond.norm();
}

}  // namespace keystone
