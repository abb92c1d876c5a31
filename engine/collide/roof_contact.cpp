#include "collide/roof_contact.h"

#include <algorithm>
#include <utility>

#include "math/rounding.h"

namespace keystone {
namespace {

constexpr double kAtEdge = 1e-3;  // of the triangle's size: a contact this close to an edge lies on it

double heightOver(const Roof& roof, const Vec3& point) {
  return roof.normal.dot(point - roof.corners[0]);
}

// In the triangle's plane, square to the edge that begins at a corner; unit.
Vec3 outwardOf(const Roof& roof, std::size_t edge) {
  return (roof.corners[(edge + 1) % 3] - roof.corners[edge]).cross(roof.normal).normalized();
}

// Of a triangle's corners, the one with this number; 3: none.
std::size_t cornerOf(const Roof& roof, int vertex) {
  return static_cast<std::size_t>(std::ranges::find(roof.vertices, vertex) - roof.vertices.begin());
}

// Whether any edge of the triangles round a vertex leads from it up along the normal, so that the ground there is not
// farthest along it. From triangle to triangle, both ways round.
bool anyRises(const Ground& ground, std::size_t corner, const Vec3& normal) {
  const auto first = static_cast<int>(ground.roof - ground.all.data());
  const int vertex = ground.roof->vertices[corner];
  for (const bool forth : {true, false}) {
    int at = first, before = -1;
    for (std::size_t n = 0; n < ground.all.size() && at >= 0 && (n == 0 || at != first); ++n) {
      const Roof& roof = ground.all[at];
      const std::size_t c = cornerOf(roof, vertex), next = (c + 1) % 3, last = (c + 2) % 3;
      if (c == 3) break;
      for (const std::size_t end : {next, last}) {
        const Vec3 edge = roof.corners[end] - roof.corners[c];
        if (normal.dot(edge) > kSameNormal * edge.norm()) return true;
      }
      // The edge that was not come through: the one that begins at the corner, or the one that ends there.
      const bool begins = n == 0 ? forth : roof.neighbours[c] != before;
      before = std::exchange(at, roof.neighbours[begins ? c : last]);
    }
    if (at == first) break;
  }
  return false;
}

}  // namespace

Ground groundOf(const Shape& shape, int part) {
  const auto* compound = std::get_if<Compound>(&shape);
  if (compound == nullptr || compound->data->roofs.empty()) return {};
  return {&compound->data->roofs[part], compound->data->roofs, compound->data->sides};
}

bool isSeen(const Ground& ground, const Pose& pose, const Vec3& from) {
  return ground.sides != Sides::Front || heightOver(*ground.roof, pose.toLocal(from)) > 0.0;
}

bool mayMeet(const Ground& ground, const Pose& pose, const Shape& other, const Pose& other_pose) {
  if (isSeen(ground, pose, other_pose.position)) return true;
  if (isHalfSpace(other)) return false;
  const Vec3 up = other_pose.orientation.conjugate() * pose.rotate(ground.roof->normal);
  return isSeen(ground, pose, other_pose.toWorld(support(other, up)));
}

Roof seenFrom(const Ground& ground, const Pose& pose, const Vec3& center) {
  const Roof& roof = *ground.roof;
  if (ground.sides != Sides::Both || heightOver(roof, pose.toLocal(center)) >= 0.0) return roof;
  return {{roof.corners[0], roof.corners[2], roof.corners[1]},
          -roof.normal,
          {-roof.beyond[2], -roof.beyond[1], -roof.beyond[0]},
          {roof.neighbours[2], roof.neighbours[1], roof.neighbours[0]},
          {roof.vertices[0], roof.vertices[2], roof.vertices[1]}};
}

RoofVerdict judge(const Ground& ground, const Roof& roof, const Vec3& normal, const Vec3& point, bool is_seen) {
  const auto if_seen = [is_seen](RoofVerdict verdict) { return is_seen ? verdict : RoofVerdict::Drop; };
  if ((normal - roof.normal).norm() <= kSameNormal) return if_seen(RoofVerdict::Keep);
  // Inside a triangle that has nothing behind it there is no other normal; a prism has its walls and its base.
  const RoofVerdict inside = if_seen(ground.sides == Sides::Solid ? RoofVerdict::Keep : RoofVerdict::Own);
  bool at_edge = false, valley = false;
  const double size = (roof.corners[1] - roof.corners[0]).norm();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 outward = outwardOf(roof, i);
    const Vec3& beyond = roof.beyond[i];
    const double across = normal.dot(outward);
    if (across <= kSameNormal || outward.dot(point - roof.corners[i]) < -kAtEdge * size) continue;
    if (beyond.isZero(0.0)) return if_seen(RoofVerdict::Keep);  // the end of the ground
    const double ridge = beyond.dot(outward);
    at_edge = true;
    if (ridge <= kNegligible) {
      valley = true;
    } else if (across * beyond.dot(roof.normal) > ridge * normal.dot(roof.normal)) {
      return RoofVerdict::Drop;
    }
  }
  if (valley || !at_edge) return valley ? if_seen(RoofVerdict::Own) : inside;
  for (std::size_t i = 0; i < 3; ++i)
    if ((point - roof.corners[i]).norm() <= kAtEdge * size &&
        anyRises(ground, cornerOf(*ground.roof, roof.vertices[i]), normal))
      return RoofVerdict::Drop;
  return RoofVerdict::Keep;
}

bool comesOver(const Roof& roof, const Vec3& from, const Vec3& to, double slack) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 outward = outwardOf(roof, i);
    if (std::min(outward.dot(from - roof.corners[i]), outward.dot(to - roof.corners[i])) > slack) return false;
  }
  return true;
}

}  // namespace keystone
