#include "shape/mesh_distance.h"

#include <algorithm>
#include <cmath>

#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kBorder =
    1.5;  // cells around the mesh. A half, so that faces of whole cells pass between grid points.

std::vector<Aabb> boundsOf(const std::vector<Corners>& triangles) {
  std::vector<Aabb> boxes;
  boxes.reserve(triangles.size());
  for (const auto& [a, b, c] : triangles) boxes.push_back({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)});
  return boxes;
}

int signOf(double value) {
  return (value > 0.0) - (value < 0.0);
}

bool isBefore(const Vec3& a, const Vec3& b) {
  return a.y() != b.y() ? a.y() < b.y() : a.z() != b.z() ? a.z() < b.z() : a.x() < b.x();
}

// On which side of the line from a to b the point is, all seen along x. As if the point lay an infinitesimal way on in
// y, and one infinitesimal to that in z; 0 where a and b are one. Of opposite sign for (b, a), to the last bit.
int sideOf(const Vec3& a, const Vec3& b, const Vec3& point) {
  if (isBefore(b, a)) return -sideOf(b, a, point);
  const double y = b.y() - a.y(), z = b.z() - a.z();
  const int side = signOf(y * (point.z() - a.z()) - z * (point.y() - a.y()));
  if (side != 0) return side;
  return z != 0.0 ? -signOf(z) : signOf(y);
}

}  // namespace

MeshDistance::MeshDistance(std::vector<Corners> triangles)
    : triangles_(std::move(triangles)), tree_(boundsOf(triangles_)) {}

MeshDistance::Nearest MeshDistance::nearest(const Vec3& point, double limit) const {
  Nearest best{limit, -1, Vec3::Zero()};
  tree_.findNear(point, limit, [&](int triangle) {
    const Vec3 on = nearestOn(triangles_[triangle], point);
    const double distance = (point - on).norm();
    if (distance < best.distance) best = {distance, triangle, on};
    return best.distance;
  });
  return best;
}

void MeshDistance::crossings(const Vec3& point, std::vector<Crossing>& found) const {
  found.clear();
  std::vector<int> near;
  tree_.find({Vec3(-HUGE_VAL, point.y(), point.z()), Vec3(HUGE_VAL, point.y(), point.z())}, near);
  for (const int number : near) {
    const Corners& corners = triangle(number);
    const int side = sideOf(corners[0], corners[1], point);
    if (side == 0 || sideOf(corners[1], corners[2], point) != side || sideOf(corners[2], corners[0], point) != side)
      continue;
    const Vec3 area = areaOf(corners);
    if (area.x() == 0.0) continue;
    const Vec3 from = corners[0] - point;
    found.push_back({corners[0].x() + (area.y() * from.y() + area.z() * from.z()) / area.x(), area.x() < 0.0 ? 1 : -1});
  }
  std::ranges::sort(found, {}, &Crossing::x);
}

double pointsOf(const Aabb& bounds, double cell) {
  return ((bounds.upper - bounds.lower).array() / cell + 2.0 * kBorder + 1.0).ceil().prod();
}

DistanceGrid distanceGrid(const MeshDistance& mesh, double cell) {
  DistanceGrid grid;
  grid.cell = cell;
  grid.origin = mesh.bounds().lower.array() - kBorder * cell;
  const Vec3 size = mesh.bounds().upper - mesh.bounds().lower;
  for (std::size_t axis = 0; axis < 3; ++axis)
    grid.points[axis] = static_cast<int>(std::ceil(size[static_cast<Eigen::Index>(axis)] / cell + 2.0 * kBorder + 1.0));
  grid.distances.reserve(grid.points[0] * grid.points[1] * grid.points[2]);
  std::vector<MeshDistance::Crossing> crossings;
  for (int k = 0; k < grid.points[2]; ++k)
    for (int j = 0; j < grid.points[1]; ++j) {
      stopIfAsked();
      mesh.crossings(grid.place({0, j, k}), crossings);
      double limit = HUGE_VAL;
      int round = 0;
      auto next = crossings.begin();
      for (int i = 0; i < grid.points[0]; ++i) {
        const Vec3 point = grid.place({i, j, k});
        for (; next != crossings.end() && next->x < point.x(); ++next) round += next->enters;
        const double distance = mesh.nearest(point, limit).distance;
        limit = distance + 1.001 * cell;  // a cell on; and rounding, so that the nearest is not shut out
        grid.distances.push_back(round > 0 ? -distance : distance);
      }
    }
  return grid;
}

}  // namespace keystone
