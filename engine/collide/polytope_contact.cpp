#include "collide/polytope_contact.h"

#include "collide/polytope_axes.h"
#include "collide/polytope_clip.h"
#include "collide/polytope_corner.h"
#include "collide/segment.h"

namespace keystone {
namespace {

using Kind = SeparatingAxis::Kind;

constexpr std::uint32_t kFlipped = 1u << 29;
constexpr std::uint32_t kEdges = 1u << 30;

// False when the faces do not overlap, seen along the normal.
bool faceContact(const Polytope& a, const Polytope& b, const Approach& approach, const SeparatingAxis& axis,
                 Patch& patch) {
  const bool flipped = axis.kind == Kind::FaceOfB;
  const Polytope& reference = flipped ? b : a;
  const Polytope& incident = flipped ? a : b;
  const int face = flipped ? axis.on_b : axis.on_a;
  const Vec3 offset = approach.offset();
  const Vec3 reference_center = flipped ? offset : Vec3(Vec3::Zero());
  const Vec3 incident_center = flipped ? Vec3(Vec3::Zero()) : offset;
  const Vec3& normal = reference.normals[face];

  const int opposing = opposingFace(incident, normal, kFaceTie * approach.size);
  ClippedFace clipped;
  clipFace(reference, face, reference_center, incident, opposing, incident_center, kOnPlane * approach.size, clipped);
  if (clipped.isSliver(kSliver * approach.size)) return false;

  patch.normal = axis.normal;
  const std::uint32_t faces = static_cast<std::uint32_t>(face & 0x7f) << 22 |
                              static_cast<std::uint32_t>(opposing & 0x7f) << 15 | (flipped ? kFlipped : 0u);
  for (int i = 0; i < clipped.count; ++i) {
    const Vec3& point = clipped.corners[i].point;
    const double gap = normal.dot(point - reference_center) - reference.offsets[face];
    patch.add(point - 0.5 * gap * normal, gap, faces | clipped.corners[i].name);
  }
  return true;
}

// False when the edges pass each other beyond their ends.
bool edgeContact(const Polytope& a, const Polytope& b, const Approach& approach, const SeparatingAxis& axis,
                 Patch& patch) {
  const auto& [a0, a1] = a.topology->edges[axis.on_a];
  const auto& [b0, b1] = b.topology->edges[axis.on_b];
  const Vec3 offset = approach.offset();
  const SegmentPair closest =
      closestPoints(a.vertices[a0], a.vertices[a1], offset + b.vertices[b0], offset + b.vertices[b1]);
  const auto inside = [](double t) { return t > 0.0 && t < 1.0; };
  if (!inside(closest.s) || !inside(closest.t)) return false;
  patch.normal = axis.normal;
  patch.add(
      0.5 * (closest.on_a + closest.on_b), axis.separation,
      kEdges | static_cast<std::uint32_t>(axis.on_a & 0x7fff) << 15 | static_cast<std::uint32_t>(axis.on_b & 0x7fff));
  return true;
}

}  // namespace

void polytopeContact(const Polytope& a, const Polytope& b, const Approach& approach, Patch& patch) {
  SeparatingAxis axis;
  if (!bestAxis(a, b, approach, axis)) return;
  const bool found =
      axis.kind == Kind::Edges ? edgeContact(a, b, approach, axis, patch) : faceContact(a, b, approach, axis, patch);
  if (!found) polytopeCorner(a, b, approach, axis, patch);
}

}  // namespace keystone
