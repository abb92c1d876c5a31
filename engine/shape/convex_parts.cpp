// A piece is what of the solid lies in a cell, below all its planes. Its convex hull is that of the surface in the
// cell, with the corners where cuts meet the surface, and of the corners of the cell that lie inside the solid.
#include "shape/convex_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "math/rounding.h"
#include "math/stop.h"
#include "shape/hull.h"
#include "shape/mesh_distance.h"
#include "shape/polyhedron.h"

namespace keystone {
namespace {

constexpr double kSamePoint = 1e-7;    // of the size
constexpr double kSameCut = 1e-6;      // of the size, and of normals: planes that cut alike
constexpr double kParallel = 1e-6;     // of planes that meet in no corner, their normals' triple product
constexpr double kBalance = 0.05;      // weight of the halves' difference: a cut through the middle leads on
constexpr double kNearlyLeast = 0.01;  // of the volume: cuts that are told apart by the dents they leave
constexpr std::size_t kMostCuts = 12;  // planes of faces that are tried, the deepest first

struct Facet {
  std::array<Vec3, 3> corners;
  Vec3 normal;  // unit, outward
};
using Facets = std::vector<Facet>;

struct Plane {
  Vec3 normal;
  double offset;  // [m]
  double above(const Vec3& point) const { return normal.dot(point) - offset; }
};

struct Piece {
  Facets facets;            // the surface in the cell
  std::vector<Plane> cell;  // it lies below these
  ConvexPart part;
  std::vector<double> depths;  // [facets], m
  double deepest = 0.0;
  bool whole = false;      // no cut helps
  bool is_coarse = false;  // of its hull
};

Aabb boundsOf(const Facets& facets) {
  Aabb box{facets[0].corners[0], facets[0].corners[0]};
  for (const Facet& facet : facets) {
    for (const Vec3& corner : facet.corners) {
      box.lower = box.lower.cwiseMin(corner);
      box.upper = box.upper.cwiseMax(corner);
    }
  }
  return box;
}

// The ways out of a hull from points of a surface, which a coarse hull may leave outside.
class WayOut {
 public:
  explicit WayOut(const ConvexPart& part) : part_(part), beside_(part.hull->faces.size()) {
    for (const auto& [left, right] : part.hull->edge_faces) {
      beside_[left].push_back(right);
      beside_[right].push_back(left);
    }
  }

  // [m] The way along a normal; 0 where the line does not meet the hull, less where it has left it before. From a face
  // ahead it goes on to the one beside whose plane is nearer, until none is: the line leaves the hull there, if it
  // meets it at all. The next search begins there, too.
  double operator()(const Vec3& point, const Vec3& along) {
    const auto count = static_cast<int>(beside_.size());
    for (int tried = 0; tried < count && wayTo(face_, point, along) == HUGE_VAL; ++tried) face_ = (face_ + 1) % count;
    double way = wayTo(face_, point, along);
    for (bool nearer = way < HUGE_VAL; nearer;) {
      nearer = false;
      for (const int beside : beside_[face_]) {
        const double other = wayTo(beside, point, along);
        if (other >= way) continue;
        way = other;
        face_ = beside;
        nearer = true;
        break;
      }
    }
    return way < HUGE_VAL && isOn(face_, point + way * along) ? way : wayThrough(point, along);
  }

 private:
  double above(int face, const Vec3& point) const {
    return part_.hull->normals[face].dot(point - part_.center) - part_.hull->offsets[face];
  }
  // Whether a point of the face's plane is one of the face: below the planes of all faces beside it.
  bool isOn(int face, const Vec3& point) const {
    return std::ranges::none_of(beside_[face], [&](int beside) { return above(beside, point) > 0.0; });
  }
  // The same way by all faces: from the last plane that the line comes in through to the first one that it leaves by.
  double wayThrough(const Vec3& point, const Vec3& along) const {
    double enters = -HUGE_VAL, leaves = HUGE_VAL;
    for (int face = 0; face < static_cast<int>(beside_.size()); ++face) {
      const double share = part_.hull->normals[face].dot(along), height = above(face, point);
      if (share > 0.0) leaves = std::min(leaves, -height / share);
      if (share < 0.0) enters = std::max(enters, -height / share);
      if (share == 0.0 && height > 0.0) return 0.0;
    }
    return enters <= leaves && leaves < HUGE_VAL ? leaves : 0.0;
  }
  double wayTo(int face, const Vec3& point, const Vec3& along) const {
    const double share = part_.hull->normals[face].dot(along);
    return share > 0.0 ? -above(face, point) / share : HUGE_VAL;
  }

  const ConvexPart& part_;
  std::vector<std::vector<int>> beside_;  // [faces]
  int face_ = 0;                          // the last one found
};

// The corner of the facet from which the way out along its normal is longest.
Vec3 deepestCorner(const Facet& facet, WayOut& way_out) {
  return *std::ranges::max_element(facet.corners, {},
                                   [&](const Vec3& corner) { return way_out(corner, facet.normal); });
}

// [m] That way, or the one from its middle.
double depthOf(const Facet& facet, WayOut& way_out) {
  const Vec3 middle = (facet.corners[0] + facet.corners[1] + facet.corners[2]) / 3.0;
  return std::max({0.0, way_out(deepestCorner(facet, way_out), facet.normal), way_out(middle, facet.normal)});
}

MeshDistance meshOf(const Facets& facets) {
  std::vector<Corners> triangles;
  for (const Facet& facet : facets) triangles.push_back(facet.corners);
  return MeshDistance(std::move(triangles));
}

class Cutter {
 public:
  Cutter(Facets solid, double size) : solid_(std::move(solid)), mesh_(meshOf(solid_)), size_(size) {}

  // None where there is no usable hull.
  std::optional<Piece> makePiece(Facets facets, std::vector<Plane> cell) const {
    Piece piece;
    if (volumeOf(cornersOf(facets, cell), piece.part, &piece.is_coarse) <= kNegligible * std::pow(size_, 3))
      return std::nullopt;
    WayOut way_out(piece.part);
    for (const Facet& facet : facets) {
      piece.depths.push_back(depthOf(facet, way_out));
      piece.deepest = std::max(piece.deepest, piece.depths.back());
    }
    piece.facets = std::move(facets);
    piece.cell = std::move(cell);
    return piece;
  }
  std::optional<Piece> all() const { return makePiece(solid_, {}); }

  // The two pieces of the best cut: of those that leave nearly the least volume, the one that leaves the least dent;
  // none where none helps.
  std::vector<Piece> cut(const Piece& piece) const {
    std::vector<std::pair<double, Plane>> rated;
    for (const Plane& plane : cutsOf(piece)) {
      const auto [below, above] = split(piece, plane);
      const double a = roughVolume(below.facets, below.cell), b = roughVolume(above.facets, above.cell);
      if (a > 0.0 && b > 0.0) rated.emplace_back((a + b) * (1.0 + kBalance * std::abs(a - b) / (a + b)), plane);
    }
    std::ranges::stable_sort(rated, {}, [](const auto& cut) { return cut.first; });
    std::vector<Piece> best;
    const auto deepestOf = [](const std::vector<Piece>& pieces) {
      return pieces.empty() ? HUGE_VAL : std::max(pieces[0].deepest, pieces[1].deepest);
    };
    for (const auto& [rate, plane] : rated) {
      if (!best.empty() && rate > (1.0 + kNearlyLeast) * rated[0].first) break;
      auto [below, above] = split(piece, plane);
      auto made_below = makePiece(std::move(below.facets), std::move(below.cell));
      auto made_above = makePiece(std::move(above.facets), std::move(above.cell));
      if (!made_below || !made_above) continue;
      std::vector<Piece> pieces;
      pieces.push_back(std::move(*made_below));
      pieces.push_back(std::move(*made_above));
      if (deepestOf(pieces) < deepestOf(best)) best = std::move(pieces);
    }

    return best;
  }

 private:
  std::vector<Vec3> cornersOf(const Facets& facets, const std::vector<Plane>& cell) const {
    // Those of neighbours are one, up to rounding.
    using Placed = std::pair<std::array<long long, 3>, Vec3>;
    std::vector<Placed> placed;
    for (const Facet& facet : facets) {
      for (const Vec3& corner : facet.corners) {
        const Vec3 place = corner / (kSamePoint * size_);
        placed.emplace_back(std::array{std::llround(place.x()), std::llround(place.y()), std::llround(place.z())},
                            corner);
      }
    }
    std::ranges::stable_sort(placed, {}, &Placed::first);
    placed.erase(std::ranges::unique(placed, {}, &Placed::first).begin(), placed.end());
    std::vector<Vec3> points;
    for (const auto& [place, corner] : placed) points.push_back(corner);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      for (std::size_t j = i + 1; j < cell.size(); ++j) {
        for (std::size_t k = j + 1; k < cell.size(); ++k) {
          Mat3 normals;
          normals << cell[i].normal.transpose(), cell[j].normal.transpose(), cell[k].normal.transpose();
          if (std::abs(normals.determinant()) < kParallel) continue;
          const Vec3 corner = normals.inverse() * Vec3(cell[i].offset, cell[j].offset, cell[k].offset);
          const auto outside = [&](const Plane& plane) { return plane.above(corner) > kNegligible * size_; };
          if (std::ranges::none_of(cell, outside) && isInside(corner)) points.push_back(corner);
        }
      }
    }
    return points;
  }

  bool isInside(const Vec3& point) const {
    std::vector<MeshDistance::Crossing> crossings;
    mesh_.crossings(point, crossings);
    int round = 0;
    for (const MeshDistance::Crossing& crossing : crossings) round += crossing.x < point.x() ? crossing.enters : 0;
    return round > 0;
  }

  // [m^3] of the hull, 0 where there is none.
  static double volumeOf(const std::vector<Vec3>& points, ConvexPart& part, bool* is_coarse) {
    try {
      part.hull = coarseHullFromPoints(points, &part.center, is_coarse);
    } catch (const std::invalid_argument&) {
      return 0.0;
    }
    return integrate(part.hull->vertices, part.hull->faces).volume;
  }

  // Of the hull of the corners that are farthest in 62 directions or so.
  double roughVolume(const Facets& facets, const std::vector<Plane>& cell) const {
    const std::vector<Vec3> corners = cornersOf(facets, cell);
    if (corners.empty()) return 0.0;
    std::vector<Vec3> points;
    for (int x = -2; x <= 2; ++x) {
      for (int y = -2; y <= 2; ++y) {
        for (int z = -2; z <= 2; ++z) {
          if (std::gcd(std::gcd(x, y), z) != 1) continue;
          const Vec3 direction(x, y, z);
          points.push_back(*std::ranges::max_element(corners, {}, [&](const Vec3& at) { return direction.dot(at); }));
        }
      }
    }
    ConvexPart part;
    bool is_coarse = false;
    return volumeOf(points, part, &is_coarse);
  }

  // Planes of the deepest facets, and planes along the axes through the deepest one and through the middle.
  std::vector<Plane> cutsOf(const Piece& piece) const {
    std::vector<std::size_t> order(piece.facets.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return piece.depths[i]; });
    std::vector<Plane> cuts;
    const auto add = [&](const Vec3& normal, const Vec3& point) {
      const Plane plane{normal, normal.dot(point)};
      const bool known = std::ranges::any_of(cuts, [&](const Plane& cut) {
        const double side = cut.normal.dot(normal) < 0.0 ? -1.0 : 1.0;
        return (cut.normal - side * normal).norm() <= kSameCut &&
               std::abs(cut.offset - side * plane.offset) <= kSameCut * size_;
      });
      if (!known) cuts.push_back(plane);
    };
    for (const std::size_t i : order) {
      if (piece.depths[i] < 0.5 * piece.deepest || cuts.size() == kMostCuts) break;
      add(piece.facets[i].normal, piece.facets[i].corners[0]);
    }
    const Aabb box = boundsOf(piece.facets);
    const Facet& facet = piece.facets[order[0]];
    WayOut way_out(piece.part);
    const Vec3 bottom = deepestCorner(facet, way_out);
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      add(Vec3::Unit(axis), bottom);
      add(Vec3::Unit(axis), 0.5 * (box.lower + box.upper));
      const Vec3 along = facet.normal.cross(Vec3::Unit(axis));  // it halves the dent
      if (along.norm() > 0.1) add(along.normalized(), bottom);
    }
    return cuts;
  }

  // What lies below and above the plane. A facet in it belongs to the side on which the solid is.
  std::pair<Piece, Piece> split(const Piece& piece, const Plane& plane) const {
    Piece below, above;
    below.cell = above.cell = piece.cell;
    below.cell.push_back(plane);
    above.cell.push_back({-plane.normal, -plane.offset});
    const double on = kNegligible * size_;
    for (const Facet& facet : piece.facets) {
      const std::array<double, 3> height{plane.above(facet.corners[0]), plane.above(facet.corners[1]),
                                         plane.above(facet.corners[2])};
      const auto [low, high] = std::ranges::minmax(height);
      if (low >= -on && high <= on) {
        (facet.normal.dot(plane.normal) > 0.0 ? below : above).facets.push_back(facet);
      } else if (low >= -on) {
        above.facets.push_back(facet);
      } else if (high <= on) {
        below.facets.push_back(facet);
      } else {
        addClipped(facet, height, 1.0, above.facets);
        addClipped(facet, height, -1.0, below.facets);
      }
    }
    return {std::move(below), std::move(above)};
  }

  static void addClipped(const Facet& facet, const std::array<double, 3>& height, double side, Facets& facets) {
    std::vector<Vec3> loop;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const double from = side * height[i], to = side * height[j];
      if (from >= 0.0) loop.push_back(facet.corners[i]);
      if ((from < 0.0) != (to < 0.0))
        loop.emplace_back(facet.corners[i] + from / (from - to) * (facet.corners[j] - facet.corners[i]));
    }
    for (std::size_t i = 2; i < loop.size(); ++i) facets.push_back({{loop[0], loop[i - 1], loop[i]}, facet.normal});
  }

  Facets solid_;
  MeshDistance mesh_;  // of the solid
  double size_;        // [m]
};

}  // namespace

ConvexParts convexParts(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                        double concavity, int most) {
  Facets facets;
  for (const auto& [a, b, c] : triangles) {
    const Vec3 &p = vertices[a], &q = vertices[b], &r = vertices[c];
    const Vec3 normal = (q - p).cross(r - p);
    if (normal.norm() > 0.0) facets.push_back({{p, q, r}, normal.normalized()});
  }
  if (facets.empty()) throw std::invalid_argument("a surface without area");
  const Aabb box = boundsOf(facets);
  const Cutter cutter(std::move(facets), (box.upper - box.lower).norm());
  std::vector<Piece> pieces;
  if (auto all = cutter.all()) pieces.push_back(std::move(*all));
  if (pieces.empty()) throw std::invalid_argument("a surface without volume");
  while (static_cast<int>(pieces.size()) < most) {
    stopIfAsked();
    const auto deepest = std::ranges::max_element(pieces, {}, [](const Piece& p) { return p.whole ? 0.0 : p.deepest; });
    if (deepest->whole || deepest->deepest <= concavity) break;
    std::vector<Piece> cut = cutter.cut(*deepest);
    deepest->whole = cut.empty();
    if (deepest->whole) continue;
    pieces.erase(deepest);
    std::ranges::move(cut, std::back_inserter(pieces));
  }
  ConvexParts result;
  for (const Piece& piece : pieces) {
    result.parts.push_back(piece.part);
    result.filled = std::max(result.filled, piece.deepest);
    result.is_coarse = result.is_coarse || piece.is_coarse;
  }
  return result;
}

}  // namespace keystone
