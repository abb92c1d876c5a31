#include "collide/roof_contact.h"

#include <algorithm>

#include "shape/compound.h"

namespace keystone {
namespace {

constexpr double kSameNormal = 1e-7;  // between unit normals: rounding of those that the general path finds
constexpr double kAtEdge = 1e-3;      // of the triangle's size: a contact this close to an edge lies on it
constexpr double kFlat = 1e-9;        // sine between triangles that are in one plane
constexpr std::uint32_t kPlaneFeature = 0x5eaf00dU;

// What the edges of a roof make of a normal that is not its own.
enum class Verdict { Keep, Own, Drop };

Verdict judge(const Roof& roof, const Vec3& normal, const Vec3& point) {
  if ((normal - roof.normal).norm() <= kSameNormal) return Verdict::Keep;
  Verdict verdict = Verdict::Keep;
  const double size = (roof.corners[1] - roof.corners[0]).norm();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 &from = roof.corners[i], &to = roof.corners[(i + 1) % 3], &beyond = roof.beyond[i];
    const Vec3 outward = (to - from).cross(roof.normal).normalized();
    const double across = normal.dot(outward);
    if (across <= kSameNormal || outward.dot(point - from) < -kAtEdge * size) continue;
    if (beyond.isZero(0.0)) return Verdict::Keep;  // the end of the ground
    const double ridge = beyond.dot(outward);
    if (ridge <= kFlat) {
      verdict = Verdict::Own;
    } else if (across * beyond.dot(roof.normal) > ridge * normal.dot(roof.normal)) {
      return Verdict::Drop;
    }
  }
  return verdict;
}

bool isAbove(const Roof& roof, const Vec3& point) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 &from = roof.corners[i], &to = roof.corners[(i + 1) % 3];
    if ((to - from).cross(roof.normal).dot(point - from) > 0.0) return false;
  }
  return true;
}

}  // namespace

bool settleOnRoof(std::span<const Body> bodies, std::span<const Collider> colliders, Manifold& manifold) {
  const auto roofOf = [&](int body, int part) -> const Roof* {
    const auto* compound = std::get_if<Compound>(&colliders[static_cast<std::size_t>(body)].shape);
    if (compound == nullptr || compound->data->roofs.empty()) return nullptr;
    return &compound->data->roofs[static_cast<std::size_t>(part)];
  };
  const Roof *roof_a = roofOf(manifold.a, manifold.part_a), *roof_b = roofOf(manifold.b, manifold.part_b);
  if ((roof_a == nullptr) == (roof_b == nullptr)) return true;
  const bool ground_is_b = roof_b != nullptr;
  const Roof& roof = ground_is_b ? *roof_b : *roof_a;
  const Pose& ground = bodies[static_cast<std::size_t>(ground_is_b ? manifold.b : manifold.a)].pose;
  const double sign = ground_is_b ? -1.0 : 1.0;  // the manifold's normal points out of the ground
  const auto deepest = std::ranges::min_element(
      std::span(manifold.points).first(static_cast<std::size_t>(manifold.count)), {}, &ManifoldPoint::gap);
  const Vec3 up = sign * manifold.normal, on_ground = deepest->point - 0.5 * deepest->gap * up;
  switch (judge(roof, ground.orientation.conjugate() * up, ground.toLocal(on_ground))) {
    case Verdict::Keep:
      return true;
    case Verdict::Drop:
      return false;
    case Verdict::Own:
      break;
  }
  const int other = ground_is_b ? manifold.a : manifold.b;
  const PartView part =
      partOf(colliders[static_cast<std::size_t>(other)].shape, ground_is_b ? manifold.part_a : manifold.part_b);
  const Pose pose = bodies[static_cast<std::size_t>(other)].pose * part.pose;
  const Vec3 normal = ground.rotate(roof.normal);
  const Vec3 lowest = pose.toWorld(support(part.shape, pose.orientation.conjugate() * -normal));
  const double gap = normal.dot(lowest - ground.toWorld(roof.corners[0]));
  if (gap < 0.0 && !isAbove(roof, ground.toLocal(lowest))) return false;
  manifold.normal = sign * normal;
  manifold.count = 1;
  manifold.points[0] = {lowest - 0.5 * gap * normal, gap, deepest->feature ^ kPlaneFeature};
  return true;
}

}  // namespace keystone
