#include "collide/field_edges.h"

#include <cmath>

#include "shape/compound.h"

namespace keystone {
namespace {

constexpr double kSharp = 0.6;     // sine of the angle between two triangles: a round surface bends less in a cell
constexpr double kParallel = 0.1;  // sine of the angle between two edges: corners meet those that are nearly parallel

// Whether a direction at right angles to an edge lies between the normals of its triangles.
bool isBetween(const SharpEdge& edge, const Vec3& direction) {
  const Vec3 turn = edge.normal.cross(edge.next);
  return edge.normal.cross(direction).dot(turn) >= 0.0 && direction.cross(edge.next).dot(turn) >= 0.0 &&
         direction.dot(edge.normal + edge.next) > 0.0;
}

}  // namespace

void sharpEdges(const Body& body, const Shape& shape, const std::vector<int>& parts, std::vector<SharpEdge>& edges) {
  const CompoundData& data = *std::get<Compound>(shape).data;
  const auto at = [](int index) { return static_cast<std::size_t>(index); };
  edges.clear();
  for (const int part : parts) {
    const Roof& roof = data.roofs[at(part)];
    const Pose pose = body.pose * data.parts[at(part)].pose;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t end = (i + 1) % 3;
      const int neighbour = roof.neighbours[i];
      if (neighbour < 0 || roof.vertices[i] > roof.vertices[end]) continue;  // a border, or its neighbour's
      const Vec3 normal = pose.rotate(roof.normal), beyond = pose.rotate(roof.beyond[i]);
      const Vec3 next = (body.pose * data.parts[at(neighbour)].pose).rotate(data.roofs[at(neighbour)].normal);
      if (next.dot(beyond) < kSharp) continue;
      edges.push_back({pose.toWorld(roof.corners[i]), pose.rotate(roof.corners[end] - roof.corners[i]), normal, next,
                       part, 3 * part + static_cast<int>(i)});
    }
  }
}

void crossingEdges(const std::vector<SharpEdge>& of_a, const std::vector<SharpEdge>& of_b, double limit,
                   std::vector<EdgeCrossing>& crossings) {
  for (const SharpEdge& a : of_a) {
    for (const SharpEdge& b : of_b) {
      const Vec3 apart = b.from - a.from;
      if (apart.norm() > a.along.norm() + b.along.norm() + limit) continue;
      Vec3 normal = a.along.cross(b.along);
      const double area = normal.norm();
      if (area <= kParallel * a.along.norm() * b.along.norm()) continue;
      normal /= normal.dot(a.normal + a.next) > 0.0 ? area : -area;
      const double gap = normal.dot(apart);
      if (std::abs(gap) > limit || !isBetween(a, normal) || !isBetween(b, -normal)) continue;
      // Where the edges cross, seen along the normal.
      const Vec3 across = apart - gap * normal;
      const double s = b.along.cross(normal).dot(across) / b.along.cross(normal).dot(a.along);
      const double t = -a.along.cross(normal).dot(across) / a.along.cross(normal).dot(b.along);
      if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) continue;
      const auto feature = static_cast<std::uint32_t>(a.number) * 0x9e3779b1U + static_cast<std::uint32_t>(b.number);
      crossings.push_back({a.from + s * a.along, b.from + t * b.along, normal, gap, b.part, feature});
    }
  }
}

}  // namespace keystone
