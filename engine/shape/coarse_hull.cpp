// Hulls of large meshes, whose points may be too many for contact, or lie on each other, on lines and in planes but for
// rounding. Points that lie farthest in some direction of an even set are corners that stand clear of their neighbours.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "shape/hull.h"

namespace keystone {
namespace {

// A Fibonacci lattice on the unit sphere: direction i of `count`.
Vec3 direction(int i, int count) {
  const double turn = std::numbers::pi * (3.0 - std::sqrt(5.0)) * i;
  const double z = 1.0 - (2.0 * i + 1.0) / count;
  const double r = std::sqrt(1.0 - z * z);
  return {r * std::cos(turn), r * std::sin(turn), z};
}

std::vector<Vec3> farthest(const std::vector<Vec3>& points, int count) {
  std::vector<std::size_t> chosen;
  for (int i = 0; i < count; ++i) {
    const Vec3 d = direction(i, count);
    std::size_t best = 0;
    double most = points[0].dot(d);
    for (std::size_t k = 1; k < points.size(); ++k) {
      const double reach = points[k].dot(d);
      if (reach > most) {
        most = reach;
        best = k;
      }
    }
    chosen.push_back(best);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3> result;
  for (const std::size_t k : chosen) result.push_back(points[k]);
  return result;
}

}  // namespace

std::shared_ptr<const HullData> coarseHullFromPoints(const std::vector<Vec3>& points, Vec3* center, bool* is_coarse) {
  // Of so many points most make no corner. Else the hull grows by the square of their number.
  constexpr std::size_t kMostCorners = 4 * kMostHullVertices;
  *is_coarse = false;
  try {
    auto hull = hullFromPoints(points, center, 0.0, kMostCorners);
    if (hull->vertices.size() <= kMostHullVertices) return hull;
  } catch (const std::invalid_argument&) {
    if (points.size() <= 4) throw;
  }
  *is_coarse = true;
  constexpr int kFewest = 64;  // directions; no face then has more corners than contact can name
  for (int count = static_cast<int>(kMostHullVertices); count > kFewest; count /= 2) {
    try {
      return hullFromPoints(farthest(points, count), center);
    } catch (const std::invalid_argument&) {
      continue;  // with fewer
    }
  }
  return hullFromPoints(farthest(points, kFewest), center);
}

}  // namespace keystone
