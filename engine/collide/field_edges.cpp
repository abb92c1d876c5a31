#include "collide/field_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "math/scratch_pool.h"
#include "shape/compound.h"

namespace keystone {
namespace {

constexpr double kSharp = 0.8;     // cosine between the normals of two triangles: a round surface bends less in a cell
constexpr double kParallel = 0.1;  // sine of the angle between two edges: corners meet those that are nearly parallel

// Whether a direction at right angles to an edge lies between the normals of its triangles.
bool isBetween(const SharpEdge& edge, const Vec3& direction) {
  const Vec3 turn = edge.normal.cross(edge.next);
  return edge.normal.cross(direction).dot(turn) >= 0.0 && direction.cross(edge.next).dot(turn) >= 0.0 &&
         direction.dot(edge.normal + edge.next) > 0.0;
}

double longest(std::span<const SharpEdge> edges) {
  double length = 0.0;
  for (const SharpEdge& edge : edges) length = std::max(length, edge.length);
  return length;
}

// Edges by the cube that their middles lie in.
using Cube = std::array<long, 3>;
struct EdgeInCube {
  Cube cube;
  const SharpEdge* edge;
};

class EdgeGrid {
 public:
  EdgeGrid(std::span<const SharpEdge> edges, double side)
      : side_(side), edges_(static_cast<std::ptrdiff_t>(edges.size())) {
    edges_->clear();
    for (const SharpEdge& edge : edges) edges_->push_back({cubeOf(edge), &edge});
    std::ranges::stable_sort(*edges_, {}, &EdgeInCube::cube);
  }

  // Those whose middles lie within a side of that of another edge, and some more.
  template <class Visit>
  void visitNear(const SharpEdge& other, Visit&& visit) const {
    const Cube cube = cubeOf(other);
    for (const long dx : {-1, 0, 1}) {
      for (const long dy : {-1, 0, 1}) {
        const Cube first{cube[0] + dx, cube[1] + dy, cube[2] - 1}, last{first[0], first[1], cube[2] + 1};
        auto it = std::ranges::lower_bound(*edges_, first, {}, &EdgeInCube::cube);
        for (; it != edges_->end() && it->cube <= last; ++it) visit(*it->edge);
      }
    }
  }

 private:
  Cube cubeOf(const SharpEdge& edge) const {
    const Vec3 at = edge.middle() / side_;
    return {std::lround(std::floor(at.x())), std::lround(std::floor(at.y())), std::lround(std::floor(at.z()))};
  }

  double side_;  // [m]
  Scratch<std::vector<EdgeInCube>> edges_;
};

// Where two edges cross, if they face each other there.
void addCrossing(const SharpEdge& a, const SharpEdge& b, double limit, std::vector<EdgeCrossing>& crossings) {
  const double near = 0.5 * (a.length + b.length) + limit;
  if ((b.middle() - a.middle()).squaredNorm() > near * near) return;
  Vec3 normal = a.along.cross(b.along);
  const double sine = normal.norm();
  if (sine <= kParallel) return;
  normal /= normal.dot(a.normal + a.next) > 0.0 ? sine : -sine;
  const Vec3 apart = b.from - a.from;
  const double gap = normal.dot(apart);
  if (std::abs(gap) > limit || !isBetween(a, normal) || !isBetween(b, -normal)) return;
  // Seen along the normal.
  const double s = b.along.cross(normal).dot(apart) / b.along.cross(normal).dot(a.along);
  const double t = -a.along.cross(normal).dot(apart) / a.along.cross(normal).dot(b.along);
  if (!(s >= 0.0 && s <= a.length && t >= 0.0 && t <= b.length)) return;
  const auto feature = static_cast<std::uint32_t>(a.number) * 0x9e3779b1U + static_cast<std::uint32_t>(b.number);
  crossings.push_back({a.at(s), b.at(t), normal, gap, b.part, feature});
}

}  // namespace

void sharpEdges(const Body& body, const Shape& shape, const std::vector<int>& parts, std::vector<SharpEdge>& edges) {
  const CompoundData& data = *std::get<Compound>(shape).data;
  edges.clear();
  for (const int part : parts) {
    const Roof& roof = data.roofs[part];
    const Pose pose = body.pose * data.parts[part].pose;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t end = (i + 1) % 3;
      const int neighbour = roof.neighbours[i];
      if (neighbour < 0 || roof.vertices[i] > roof.vertices[end]) continue;  // a border, or its neighbour's
      const Vec3 normal = pose.rotate(roof.normal), along = pose.rotate(roof.corners[end] - roof.corners[i]);
      const Vec3 next = (body.pose * data.parts[neighbour].pose).rotate(data.roofs[neighbour].normal);
      if (normal.dot(next) > kSharp || next.dot(along.cross(normal)) <= 0.0) continue;  // flat, or a valley
      edges.push_back({pose.toWorld(roof.corners[i]), along.normalized(), along.norm(), normal, next, part,
                       3 * part + static_cast<int>(i)});
    }
  }
}

void crossingEdges(const std::vector<SharpEdge>& of_a, const std::vector<SharpEdge>& of_b, double limit,
                   std::vector<EdgeCrossing>& crossings) {
  if (of_a.empty() || of_b.empty()) return;
  const double length = std::max(longest(of_a), longest(of_b)), reach = std::min(limit, 0.5 * length);
  const EdgeGrid grid(of_b, length + reach);
  for (const SharpEdge& a : of_a) grid.visitNear(a, [&](const SharpEdge& b) { addCrossing(a, b, reach, crossings); });
}

}  // namespace keystone
