#include "collide/convex_contact.h"

#include <numeric>

#include "collide/polytope_clip.h"
#include "collide/separation.h"

namespace keystone {
namespace {

constexpr double kSloping = 1e-2;  // cosine to the normal from which a line touches with one end
constexpr std::uint32_t kOnePoint = 1u << 28;
constexpr std::uint32_t kLines = 1u << 27;
constexpr std::uint32_t kSecondBears = 1u << 29;

// A face with so many corners, 0, 1, 2, ...: what clipping needs of a polytope.
const HullData& loopTopology(int corners) {
  static const std::vector<HullData> topologies = [] {
    std::vector<HullData> all(Facing::kCapacity + 1);
    for (std::size_t n = 0; n < all.size(); ++n) {
      all[n].faces.resize(1);
      all[n].faces[0].resize(n);
      std::iota(all[n].faces[0].begin(), all[n].faces[0].end(), 0);
    }
    return all;
  }();
  return topologies[corners];
}

// The flat face that bears, and what of the other body may lie on it.
struct Bearing {
  const Facing& face;
  const Facing& other;
  double face_radius, other_radius;  // [m]
  bool flipped;                      // the face is b's
};

void clipToFace(const Bearing& bearing, double on_plane, ClippedFace& result) {
  const Facing& other = bearing.other;
  result.count = other.count;
  for (int i = 0; i < other.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    result.corners[at] = {other.points[at], ClippedFace::kOwnCorner | other.names[at], other.names[at]};
  }
  const auto corners = static_cast<std::size_t>(bearing.face.count);
  const double offset = bearing.face.normal.dot(bearing.face.points[0]);
  const Polytope loop{.position = Vec3::Zero(),
                      .vertices = {bearing.face.points.data(), corners},
                      .normals = {&bearing.face.normal, 1},
                      .offsets = {&offset, 1},
                      .vertices4 = {},
                      .normals4 = {},
                      .topology = &loopTopology(bearing.face.count)};
  clipToColumn(loop, 0, Vec3::Zero(), on_plane, result);
}

// Faces that overlap by a sliver bear nothing; a line on a face leaves no area, and its ends are named twice.
bool bears(const Bearing& bearing, const ClippedFace& clipped, double width) {
  return bearing.other.count > 2 ? !clipped.isSliver(width) : clipped.count > 0;
}

bool isNew(const Patch& patch, const Vec3& point, double tie) {
  return std::none_of(patch.points.begin(), patch.points.begin() + patch.count,
                      [&](const ManifoldPoint& known) { return (known.point - point).norm() <= tie; });
}

bool flatContact(const Bearing& bearing, const Approach& approach, Patch& patch) {
  ClippedFace clipped;
  clipToFace(bearing, kOnPlane * approach.size, clipped);
  if (!bears(bearing, clipped, kSliver * approach.size)) return false;
  const Vec3& outward = bearing.face.normal;
  patch.normal = bearing.flipped ? Vec3(-outward) : outward;
  const double offset = outward.dot(bearing.face.points[0]);
  const std::uint32_t faces = static_cast<std::uint32_t>(bearing.face.face) << 22 |
                              static_cast<std::uint32_t>(bearing.other.face & 0x7f) << 15 |
                              (bearing.flipped ? kSecondBears : 0u);
  for (int i = 0; i < clipped.count; ++i) {
    const ClippedFace::Corner& corner = clipped.corners[i];
    const double gap = outward.dot(corner.point) - offset - bearing.face_radius - bearing.other_radius;
    const Vec3 point = corner.point - (bearing.other_radius + 0.5 * gap) * outward;
    if (isNew(patch, point, kFaceTie * approach.size)) patch.add(point, gap, faces | corner.name);
  }
  return true;
}

// Lines side by side, square to the normal, touch at both ends of their common length.
bool linesContact(const ConvexCore& a, const ConvexCore& b, const Approach& approach, const Separation& axis,
                  Patch& patch) {
  const Vec3& normal = axis.normal;
  Vec3 a0, a1, b0, b1;
  if (!a.line(normal, a0, a1) || !b.line(-normal, b0, b1)) return false;
  const Vec3 way_a = a1 - a0, way_b = b1 - b0;
  const double length = way_a.norm();
  if (way_a.cross(way_b).norm() > kParallelLines * length * way_b.norm()) return false;
  if (std::abs(normal.dot(way_a)) > kSloping * length) return false;
  const double slope = way_a.dot(way_b);  // a's parameter runs as b's times this over length^2
  const double at_b0 = (b0 - a0).dot(way_a) / (length * length), at_b1 = at_b0 + slope / (length * length);
  const double low = std::max(0.0, std::min(at_b0, at_b1)), high = std::min(1.0, std::max(at_b0, at_b1));
  if ((high - low) * length < kSliver * approach.size) return false;
  patch.normal = normal;
  double nearest = HUGE_VAL;
  std::uint32_t end = 0;
  for (const double s : {low, high}) {
    const Vec3 on_a = a0 + s * way_a;
    const Vec3 on_b = b0 + (s - at_b0) / (at_b1 - at_b0) * way_b;
    const double apart = normal.dot(on_b - on_a);
    const double gap = apart - a.radius() - b.radius();
    nearest = std::min(nearest, apart);
    patch.add(on_a + (a.radius() + 0.5 * gap) * normal, gap, kLines | end++);
  }
  // Other features may be nearer, as the rims of crossing discs are.
  if (std::abs(nearest - axis.separation) <= kSliver * approach.size) return true;
  patch.count = 0;
  return false;
}

void pointContact(const ConvexCore& a, const ConvexCore& b, const Separation& axis, Patch& patch) {
  const double gap = axis.separation - a.radius() - b.radius();
  const Vec3 on_a = axis.on_a + a.radius() * axis.normal, on_b = axis.on_b - b.radius() * axis.normal;
  patch.normal = axis.normal;
  patch.add(0.5 * (on_a + on_b), gap, kOnePoint);
}

// Whether the flat face's normal parts the bodies as well as the best direction does, which is then its normal with an
// error of rounding.
bool isFlush(const ConvexCore& a, const ConvexCore& b, const Facing& facing, double sign, double tie,
             const Separation& axis) {
  if (facing.face < 0) return false;
  const Vec3 normal = sign * facing.normal;
  return normal.dot(axis.normal) > kFlushCosine && separationAlong(a, b, normal) >= axis.separation - tie;
}

}  // namespace

void convexContact(const ConvexCore& a, const ConvexCore& b, const Approach& approach, Patch& patch) {
  Separation axis;
  if (!findSeparation(a, b, approach.size, approach.bound + a.radius() + b.radius(), axis)) return;
  const double tie = kFaceTie * approach.size;
  Facing of_a, of_b;
  a.facing(axis.normal, tie, of_a);
  b.facing(-axis.normal, tie, of_b);
  if (isFlush(a, b, of_a, 1.0, tie, axis) && flatContact({of_a, of_b, a.radius(), b.radius(), false}, approach, patch))
    return;
  if (isFlush(a, b, of_b, -1.0, tie, axis) && flatContact({of_b, of_a, b.radius(), a.radius(), true}, approach, patch))
    return;
  if (linesContact(a, b, approach, axis, patch)) return;
  pointContact(a, b, axis, patch);
}

void halfSpaceConvexContact(const Vec3& normal, double offset, const ConvexCore& solid, double tie, Patch& patch) {
  Facing facing;
  solid.facing(-normal, tie, facing);
  patch.normal = normal;
  for (int i = 0; i < facing.count; ++i) {
    const Vec3& point = facing.points[i];
    const double gap = normal.dot(point) - offset;
    patch.add(point - 0.5 * gap * normal, gap, facing.names[i]);
  }
}

}  // namespace keystone
