#include "shape/dual_contour.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

namespace keystone {
namespace {

constexpr double kSharp = 0.1;  // of the largest eigenvalue of the normals: below it planes fix no edge or corner
// Cells beyond its cube that a vertex may lie. Held to the cube, edges of a box that stands askew were off by half a
// cell; without a bound, planes that nearly agree put vertices anywhere.
constexpr int kReach = 1;
constexpr double kSame = 1e-6;  // cells: vertices this close are one, as of cubes that a corner is near to

GridPoint next(GridPoint at, std::size_t axis) {
  ++at[axis];
  return at;
}

// The plane of the mesh near where it cuts an edge of the grid.
struct Cut {
  Vec3 point, normal;  // [m], unit
};

class Contouring {
 public:
  Contouring(const DistanceGrid& grid, const MeshDistance& mesh)
      : grid_(grid), mesh_(mesh), numbers_(grid.distances.size(), -1) {}

  Contour run() {
    forEach([&](const GridPoint& at) {
      if (isLast(at)) return;
      std::vector<Cut> cuts;
      findCuts(at, cuts);
      if (cuts.empty()) return;
      const Vec3 vertex = vertexOf(at, cuts);
      int& number = numbers_[grid_.index(at)];
      number = known(at, vertex);
      if (number >= 0) return;
      number = static_cast<int>(contour_.vertices.size());
      contour_.vertices.push_back(vertex);
    });
    forEach([&](const GridPoint& at) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (at[axis] + 1 < grid_.points[axis] && isCut(at, axis)) spanEdge(at, axis);
    });
    return std::move(contour_);
  }

 private:
  template <class Visit>
  void forEach(const Visit& visit) {
    for (int k = 0; k < grid_.points[2]; ++k)
      for (int j = 0; j < grid_.points[1]; ++j)
        for (int i = 0; i < grid_.points[0]; ++i) visit({i, j, k});
  }
  bool isLast(const GridPoint& at) const {
    return at[0] + 1 == grid_.points[0] || at[1] + 1 == grid_.points[1] || at[2] + 1 == grid_.points[2];
  }
  bool isInside(const GridPoint& at) const { return grid_.at(at) < 0.0; }
  bool isCut(const GridPoint& at, std::size_t axis) const { return isInside(at) != isInside(next(at, axis)); }

  // The number of that vertex, if a cube that came before has it, else -1.
  int known(const GridPoint& cube, const Vec3& vertex) const {
    const int far = 2 * kReach;
    const GridPoint lower{std::max(cube[0] - far, 0), std::max(cube[1] - far, 0), std::max(cube[2] - far, 0)};
    const int last_x = std::min(cube[0] + far, grid_.points[0] - 1),
              last_y = std::min(cube[1] + far, grid_.points[1] - 1);
    for (int k = lower[2]; k <= cube[2]; ++k)
      for (int j = lower[1]; j <= last_y; ++j)
        for (int i = lower[0]; i <= last_x; ++i) {
          const int number = numbers_[grid_.index({i, j, k})];
          if (number >= 0 && (contour_.vertices[number] - vertex).norm() < kSame * grid_.cell) return number;
        }
    return -1;
  }

  // Of the cube whose least corner is at `cube`.
  void findCuts(const GridPoint& cube, std::vector<Cut>& cuts) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int edge = 0; edge < 4; ++edge) {
        GridPoint at = cube;
        at[(axis + 1) % 3] += edge & 1;
        at[(axis + 2) % 3] += edge >> 1;
        if (isCut(at, axis)) cuts.push_back(cutOf(at, axis));
      }
  }

  Cut cutOf(const GridPoint& at, std::size_t axis) const {
    const GridPoint end = next(at, axis);
    const double here = grid_.at(at), there = grid_.at(end);
    const Vec3 between = grid_.place(at) + here / (here - there) * (grid_.place(end) - grid_.place(at));
    const MeshDistance::Nearest near = mesh_.nearest(between);
    return {near.point, areaOf(mesh_.triangle(near.triangle)).normalized()};
  }

  // Least squares of the ways to the planes, from the middle of their points: along directions that they fix.
  Vec3 vertexOf(const GridPoint& cube, const std::vector<Cut>& cuts) const {
    Vec3 middle = Vec3::Zero();
    for (const Cut& cut : cuts) middle += cut.point / static_cast<double>(cuts.size());
    Mat3 normals = Mat3::Zero();
    Vec3 ways = Vec3::Zero();
    for (const Cut& cut : cuts) {
      normals += cut.normal * cut.normal.transpose();
      ways += cut.normal * cut.normal.dot(cut.point - middle);
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(normals);
    Vec3 vertex = middle;
    for (Eigen::Index k = 0; k < 3; ++k) {
      const double value = eigen.eigenvalues()[k];
      if (value < kSharp * eigen.eigenvalues()[2]) continue;
      const Vec3 direction = eigen.eigenvectors().col(k);
      vertex += direction * (direction.dot(ways) / value);
    }
    const Vec3 lower = grid_.place(cube);
    return vertex.cwiseMax(Vec3(lower.array() - kReach * grid_.cell))
        .cwiseMin(Vec3(lower.array() + (1 + kReach) * grid_.cell));
  }

  // The four cubes round the edge from `at` along `axis`, as two triangles that are as flat as can be.
  void spanEdge(const GridPoint& at, std::size_t axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<int, 4> loop{};
    for (std::size_t corner = 0; corner < 4; ++corner) {
      GridPoint cube = at;
      cube[u] -= corner == 1 || corner == 2 ? 0 : 1;
      cube[v] -= corner == 2 || corner == 3 ? 0 : 1;
      loop[corner] = numbers_[grid_.index(cube)];
    }
    if (!isInside(at)) std::swap(loop[1], loop[3]);
    const auto [a, b, c, d] = loop;
    const bool other = bend({a, b, d}, {b, c, d}) < bend({a, b, c}, {a, c, d});
    addTriangle(other ? std::array{a, b, d} : std::array{a, b, c});
    addTriangle(other ? std::array{b, c, d} : std::array{a, c, d});
  }

  void addTriangle(const std::array<int, 3>& triangle) {
    const auto [a, b, c] = triangle;
    if (a != b && b != c && c != a) contour_.triangles.push_back(triangle);
  }

  // 1 less the cosine between triangles; infinite where one has no area: without it the surface would be torn.
  double bend(const std::array<int, 3>& one, const std::array<int, 3>& two) const {
    const Vec3 area_one = area(one), area_two = area(two);
    const double none = kSame * grid_.cell * grid_.cell;
    if (std::min(area_one.norm(), area_two.norm()) < none) return std::numeric_limits<double>::infinity();
    return 1.0 - area_one.normalized().dot(area_two.normalized());
  }
  Vec3 area(const std::array<int, 3>& triangle) const {
    const auto [a, b, c] = triangle;
    return areaOf({contour_.vertices[a], contour_.vertices[b], contour_.vertices[c]});
  }

  const DistanceGrid& grid_;
  const MeshDistance& mesh_;
  std::vector<int> numbers_;  // of the vertices, by their cubes' least corners; -1: none
  Contour contour_;
};

}  // namespace

Contour contourOf(const DistanceGrid& grid, const MeshDistance& mesh) {
  return Contouring(grid, mesh).run();
}

}  // namespace keystone
