// The separation along n is that of the difference b - a from the origin, which lies in it: the largest one is minus
// the distance of the origin from the difference's boundary. That boundary is approached from within by the hull of its
// support points, which grows at the face closest to the origin until that face lies on the boundary (the expanding
// polytope algorithm [bergen2001]). Departure: the hull need not hold the origin at first. Faces that the origin lies
// beyond have negative distances and are moved out first, so that no search for a first simplex is needed.
#include "collide/expanding_polytope.h"

#include <algorithm>
#include <array>
#include <vector>

#include "collide/manifold.h"
#include "math/rounding.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr std::size_t kMostPoints = 128;  // more take longer than a direction is worth

struct Facet {
  std::array<int, 3> corners;  // counter-clockwise seen from outside
  Vec3 normal;                 // unit, outward
  double offset;               // [m], of the face from the origin; negative: the origin is beyond it
};

struct GrowingHull {
  std::vector<Vec3> points;
  std::vector<Facet> facets;
  std::vector<std::pair<int, int>> edges;  // of the facets that a point sees

  // False if it has no area.
  bool add(int a, int b, int c) {
    const auto at = [&](int i) -> const Vec3& { return points[i]; };
    Facet facet{{a, b, c}, (at(b) - at(a)).cross(at(c) - at(a)), 0.0};
    const double twice_area = facet.normal.norm();
    if (!(twice_area > 0.0)) return false;
    facet.normal /= twice_area;
    facet.offset = facet.normal.dot(at(a));
    facets.push_back(facet);
    return true;
  }

  // Takes away the facets that the point sees, and joins it to their rim. False if that leaves no hull.
  bool grow(const Vec3& point, double on_face) {
    edges.clear();
    std::size_t kept = 0;
    for (const Facet& facet : facets) {
      const bool seen = facet.normal.dot(point) > facet.offset + on_face;
      if (!seen) {
        facets[kept++] = facet;
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i) edges.emplace_back(facet.corners[i], facet.corners[(i + 1) % 3]);
    }
    facets.resize(kept);
    if (edges.empty() || kept == 0) return false;
    const int apex = static_cast<int>(points.size());
    points.push_back(point);
    for (const auto& [from, to] : edges)
      if (std::ranges::find(edges, std::pair(to, from)) == edges.end() && !add(from, to, apex)) return false;
    return true;
  }
};

}  // namespace

bool shortestWayOut(const ConvexCore& a, const ConvexCore& b, double tolerance, Vec3& normal) {
  const auto farthest = [&](const Vec3& d) -> Vec3 { return b.support(d) - a.support(-d); };
  const Scratch<GrowingHull> workspace;
  auto& [points, facets, edges] = *workspace;
  facets.clear();
  // Along a line, across it, and across the plane of both: of the two ways the one that leads farther off.
  const auto fartherOff = [&, &points = points](const Vec3& d) -> Vec3 {
    const Vec3 forth = farthest(d), back = farthest(-d);
    return std::abs(d.dot(forth - points[0])) >= std::abs(d.dot(back - points[0])) ? forth : back;
  };
  points = {farthest(Vec3::UnitX()), farthest(-Vec3::UnitX())};
  const Vec3 along = points[1] - points[0];
  if (along.isZero(0.0)) return false;
  Vec3 across, square;
  tangents(along.normalized(), across, square);
  points.push_back(fartherOff(across));
  points.push_back(fartherOff(along.cross(points[2] - points[0]).stableNormalized()));
  double extent = 0.0;
  for (const Vec3& point : points) extent = std::max(extent, (point - points[0]).norm());
  const double volume = along.dot((points[2] - points[0]).cross(points[3] - points[0]));
  if (!(std::abs(volume) > kNegligible * extent * extent * extent)) return false;  // no tetrahedron
  if (volume > 0.0) std::swap(points[1], points[2]);
  for (const std::array<int, 3>& face : {std::array{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}})
    if (!workspace->add(face[0], face[1], face[2])) return false;

  while (points.size() < kMostPoints) {
    const Facet nearest = *std::ranges::min_element(facets, {}, &Facet::offset);
    const Vec3 next = farthest(nearest.normal);
    if (nearest.normal.dot(next) - nearest.offset <= tolerance) {
      normal = -nearest.normal;
      return nearest.offset > 0.0;
    }
    if (!workspace->grow(next, kManyRoundings * extent)) return false;  // a point so close to a face does not see it
  }
  return false;
}

}  // namespace keystone
