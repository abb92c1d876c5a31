#include "shape/triangulated_hull.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>

namespace keystone {
namespace {

// A determinant of three differences of 40 bits has less than 124: it fits.
__extension__ using Int128 = __int128;
constexpr double kCells = 1099511627776.0;  // 2^40
// Of the extent. Thinner sets are flat but for the rounding of their coordinates.
constexpr double kThinnest = 1e-9;

using Cell = std::array<std::int64_t, 3>;

struct Facet {
  HullTriangle triangle;
  std::array<Int128, 3> normal;  // outward
  std::vector<int> above = {};   // points that see it
  bool is_gone = false;
};

Cell difference(const Cell& a, const Cell& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

std::array<Int128, 3> cross(const Cell& a, const Cell& b) {
  const auto part = [&](int i, int j) { return Int128{a[i]} * b[j] - Int128{a[j]} * b[i]; };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

Int128 dot(const std::array<Int128, 3>& a, const Cell& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <typename Measure>
int largest(std::size_t count, Measure measure) {
  int best = 0;
  for (int i = 1; i < static_cast<int>(count); ++i)
    if (measure(i) > measure(best)) best = i;
  return best;
}

class Builder {
 public:
  Builder(const std::vector<Vec3>& points, double extent, std::size_t most_corners)
      : points_(points), extent_(extent), most_corners_(most_corners) {
    Vec3 lower = points[0];
    for (const Vec3& point : points) lower = lower.cwiseMin(point);
    for (const Vec3& point : points) {
      const Vec3 at = (point - lower) / extent * kCells;
      cells_.push_back({std::llround(at.x()), std::llround(at.y()), std::llround(at.z())});
    }
  }

  // Returns its height [m].
  double begin() {
    const std::size_t n = points_.size();
    const int a = 0;
    const int b = largest(n, [&](int i) { return (points_[i] - points_[a]).squaredNorm(); });
    const Vec3 line = (points_[b] - points_[a]).stableNormalized();
    const int c = largest(n, [&](int i) { return (points_[i] - points_[a]).cross(line).squaredNorm(); });
    const Vec3 normal = (points_[b] - points_[a]).cross(points_[c] - points_[a]).stableNormalized();
    const auto height = [&](int i) { return std::abs((points_[i] - points_[a]).dot(normal)); };
    const int d = largest(n, height);
    const Int128 volume = dot(cross(difference(cells_[b], cells_[a]), difference(cells_[c], cells_[a])),
                              difference(cells_[d], cells_[a]));
    if (!(height(d) > kThinnest * extent_) || volume == 0)
      throw std::invalid_argument("the points of a convex hull span no volume");
    const auto [i, j] = volume < 0 ? std::pair(b, c) : std::pair(c, b);  // d lies below a, i, j
    add({a, i, j}, {1, 2, 3});
    add({i, a, d}, {0, 3, 2});
    add({j, i, d}, {0, 1, 3});
    add({a, j, d}, {0, 2, 1});
    for (int p = 0; p < static_cast<int>(n); ++p) assign(p, 0);
    return height(d);
  }

  void grow() {
    for (std::size_t f = 0; f < facets_.size(); ++f)
      while (!facets_[f].is_gone && !facets_[f].above.empty()) addPoint(static_cast<int>(f), farthestAbove(f));
  }

  std::vector<HullTriangle> take() const {
    std::vector<int> place(facets_.size(), -1);
    std::vector<HullTriangle> result;
    for (std::size_t f = 0; f < facets_.size(); ++f)
      if (!facets_[f].is_gone) {
        place[f] = static_cast<int>(result.size());
        result.push_back(facets_[f].triangle);
      }
    for (HullTriangle& triangle : result)
      for (int& neighbour : triangle.neighbours) neighbour = place[neighbour];
    return result;
  }

 private:
  struct Ridge {
    int from, to, outside;  // seen from inside the hole that a point leaves; the facet beyond
  };

  void add(const std::array<int, 3>& corners, const std::array<int, 3>& neighbours) {
    const Cell& a = cells_[corners[0]];
    facets_.push_back(
        {{corners, neighbours}, cross(difference(cells_[corners[1]], a), difference(cells_[corners[2]], a))});
  }

  bool sees(int point, const Facet& facet) const {
    return dot(facet.normal, difference(cells_[point], cells_[facet.triangle.corners[0]])) > 0;
  }

  // To the first facet that it sees, from `first` on. One that sees none is inside.
  void assign(int point, std::size_t first) {
    for (std::size_t f = first; f < facets_.size(); ++f)
      if (sees(point, facets_[f])) return facets_[f].above.push_back(point);
  }

  int farthestAbove(std::size_t f) const {
    const Facet& facet = facets_[f];
    const auto height = [&](int i) {
      return dot(facet.normal, difference(cells_[facet.above[i]], cells_[facet.triangle.corners[0]]));
    };
    return facet.above[largest(facet.above.size(), height)];
  }

  // Takes away the facets that the point sees, from `facet` on, and lists where they end.
  void cut(int point, int facet, std::vector<Ridge>& ridges, std::vector<int>& orphans) {
    std::vector<int> stack{facet};
    facets_[facet].is_gone = true;
    std::vector<int> gone;
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      gone.push_back(f);
      for (const int neighbour : facets_[f].triangle.neighbours) {
        Facet& next = facets_[neighbour];
        if (next.is_gone || !sees(point, next)) continue;
        next.is_gone = true;
        stack.push_back(neighbour);
      }
    }
    left_ -= gone.size();
    for (const int f : gone) {
      const HullTriangle& triangle = facets_[f].triangle;
      for (int k = 0; k < 3; ++k)
        if (!facets_[triangle.neighbours[k]].is_gone)
          ridges.push_back({triangle.corners[k], triangle.corners[(k + 1) % 3], triangle.neighbours[k]});
      orphans.insert(orphans.end(), facets_[f].above.begin(), facets_[f].above.end());
      facets_[f].above = {};
    }
    std::ranges::sort(orphans);
  }

  // The cone from the hole's ridges to the point.
  void addPoint(int facet, int point) {
    std::vector<Ridge> ridges;
    std::vector<int> orphans;
    cut(point, facet, ridges, orphans);
    left_ += ridges.size();
    if (left_ / 2 + 2 > most_corners_) throw std::invalid_argument("a convex hull has too many corners");  // Euler
    const auto first = static_cast<int>(facets_.size());
    std::map<int, int> starting;  // the new facet whose ridge starts at a corner
    for (std::size_t i = 0; i < ridges.size(); ++i) starting[ridges[i].from] = first + static_cast<int>(i);
    std::vector<int> ending(ridges.size());
    for (std::size_t i = 0; i < ridges.size(); ++i)
      ending[starting.at(ridges[i].to) - first] = first + static_cast<int>(i);
    for (std::size_t i = 0; i < ridges.size(); ++i) {
      const auto& [from, to, outside] = ridges[i];
      add({from, to, point}, {outside, starting.at(to), ending[i]});
      HullTriangle& beyond = facets_[outside].triangle;
      for (int k = 0; k < 3; ++k)
        if (beyond.corners[k] == to && beyond.corners[(k + 1) % 3] == from)
          beyond.neighbours[k] = first + static_cast<int>(i);
    }
    for (const int orphan : orphans)
      if (orphan != point) assign(orphan, static_cast<std::size_t>(first));
  }

  const std::vector<Vec3>& points_;
  double extent_;
  std::size_t most_corners_;
  std::size_t left_ = 4;  // facets
  std::vector<Cell> cells_;
  std::vector<Facet> facets_;
};

}  // namespace

double extentOf(const std::vector<Vec3>& points) {
  if (points.size() < 4) throw std::invalid_argument("a convex hull needs at least 4 points");
  Vec3 lower = points[0], upper = points[0];
  for (const Vec3& point : points) {
    if (!point.allFinite()) throw std::invalid_argument("a convex hull needs finite points");
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  const double extent = (upper - lower).norm();
  if (!(extent > 0.0)) throw std::invalid_argument("the points of a convex hull span no volume");
  return extent;
}

std::vector<HullTriangle> triangulatedHull(const std::vector<Vec3>& points, double extent, std::size_t most_corners,
                                           double* thickness) {
  Builder builder(points, extent, most_corners);
  *thickness = builder.begin();
  builder.grow();
  return builder.take();
}

}  // namespace keystone
