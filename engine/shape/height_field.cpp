#include "shape/height_field.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "shape/hull.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

using SurfaceFacet = std::array<Vec3, 3>;

// Counter-clockwise seen from above.
std::vector<SurfaceFacet> trianglesOf(const HeightGrid& grid) {
  const auto at = [&](int i, int k) -> Vec3 {
    return {i * grid.spacing_x, grid.heights[k * grid.columns + i], k * grid.spacing_z};
  };
  std::vector<SurfaceFacet> triangles;
  for (int k = 0; k + 1 < grid.rows; ++k) {
    for (int i = 0; i + 1 < grid.columns; ++i) {
      triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
      triangles.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
    }
  }
  return triangles;
}

// Two triangles to a cell, in the order of trianglesOf. `centers` are those of the prisms.
std::vector<Roof> roofsOf(const HeightGrid& grid, const std::vector<SurfaceFacet>& triangles,
                          const std::vector<Vec3>& centers) {
  std::vector<Roof> roofs;
  for (const SurfaceFacet& corners : triangles) {
    Roof roof;
    for (std::size_t i = 0; i < 3; ++i) roof.corners[i] = corners[i] - centers[roofs.size()];
    roof.normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    roofs.push_back(roof);
  }
  const int cells = grid.columns - 1;
  // Triangle 0 of a cell is (i, k), (i, k + 1), (i + 1, k + 1); triangle 1 is (i, k), (i + 1, k + 1), (i + 1, k).
  const auto number = [&](int i, int k, int which) {
    return i < 0 || k < 0 || i >= cells || k >= grid.rows - 1 ? -1 : 2 * (k * cells + i) + which;
  };
  for (int k = 0; k + 1 < grid.rows; ++k) {
    for (int i = 0; i < cells; ++i) {
      const auto first = static_cast<std::size_t>(2 * (k * cells + i));
      roofs[first].neighbours = {number(i - 1, k, 1), number(i, k + 1, 1), number(i, k, 1)};
      roofs[first + 1].neighbours = {number(i, k, 0), number(i + 1, k, 0), number(i, k - 1, 0)};
      const int corner = k * grid.columns + i, across = corner + grid.columns + 1;
      roofs[first].vertices = {corner, across - 1, across};
      roofs[first + 1].vertices = {corner, across, corner + 1};
    }
  }
  findOwners(roofs);
  for (Roof& roof : roofs)
    for (std::size_t i = 0; i < 3; ++i) {
      const int beyond = roof.neighbours[i];
      roof.beyond[i] = beyond < 0 ? Vec3(Vec3::Zero()) : roofs[beyond].normal;
    }
  return roofs;
}

Part prism(const SurfaceFacet& top, double base) {
  std::vector<Vec3> points(top.begin(), top.end());
  for (const Vec3& corner : top) points.emplace_back(corner.x(), base, corner.z());
  Part part;
  part.shape = Hull{hullFromPoints(points, &part.pose.position)};
  return part;
}

// Flat triangles on top, and walls down to the base all round.
Surface surfaceOf(const HeightGrid& grid, const std::vector<SurfaceFacet>& triangles, double base, const Vec3& center) {
  Surface surface;
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const int first = static_cast<int>(surface.points.size());
    const Vec3 normal = (b - a).cross(c - a).normalized();
    for (const Vec3& point : {a, b, c}) {
      surface.points.push_back(point - center);
      surface.normals.push_back(normal);
    }
    surface.triangles.push_back({first, first + 1, first + 2});
  };
  const auto wall = [&](const Vec3& from, const Vec3& to) {
    const Vec3 below_from(from.x(), base, from.z()), below_to(to.x(), base, to.z());
    add(from, below_from, below_to);
    add(from, below_to, to);
  };
  for (const SurfaceFacet& triangle : triangles) add(triangle[0], triangle[1], triangle[2]);
  const std::size_t cells = static_cast<std::size_t>(grid.columns - 1),
                    last = (static_cast<std::size_t>(grid.rows) - 2) * cells;
  for (std::size_t i = 0; i < cells; ++i) {
    const SurfaceFacet &near = triangles[2 * i + 1], &far = triangles[2 * (last + i)];
    wall(near[2], near[0]);
    wall(far[1], far[2]);
  }
  for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(grid.rows); ++k) {
    const SurfaceFacet &left = triangles[2 * k * cells], &right = triangles[2 * (k * cells + cells - 1) + 1];
    wall(left[0], left[1]);
    wall(right[1], right[2]);
  }
  return surface;
}

}  // namespace

Compound makeHeightField(const HeightGrid& grid, Vec3* center) {
  if (grid.columns < 2 || grid.rows < 2 || grid.heights.size() != static_cast<std::size_t>(grid.columns * grid.rows))
    throw std::invalid_argument("heights that are no grid of two rows and columns at least");
  constexpr double kSteepest = 1e5;  // of the spacing: a prism that is so much higher is a needle
  const auto [lowest, highest] = std::ranges::minmax(grid.heights);
  const double base = lowest - grid.depth;
  if (!(highest - base <= kSteepest * std::min(grid.spacing_x, grid.spacing_z)))
    throw std::invalid_argument("heights far above the spacing");
  const std::vector<SurfaceFacet> triangles = trianglesOf(grid);
  std::vector<Part> parts;
  for (const SurfaceFacet& triangle : triangles) parts.push_back(prism(triangle, base));
  std::vector<Vec3> centers;
  for (const Part& part : parts) centers.push_back(part.pose.position);
  Vec3 shift;
  auto data = std::make_shared<CompoundData>(*makeCompound(std::move(parts), &shift).data);
  data->grid = std::make_shared<HeightGrid>(grid);
  data->roofs = roofsOf(grid, triangles, centers);
  data->surface = std::make_shared<Surface>(surfaceOf(grid, triangles, base, shift));
  if (center != nullptr) *center = shift;
  return {std::move(data)};
}

}  // namespace keystone
