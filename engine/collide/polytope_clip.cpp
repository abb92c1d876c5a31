// Sutherland-Hodgman. Each corner of the polygon is named by what made it: a corner of the incident face, or the
// crossing of a labelled edge with a side of the reference face. Names thus survive as long as the same features meet.
#include "collide/polytope_clip.h"

#include <algorithm>
#include <bit>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

using Corner = ClippedFace::Corner;

constexpr std::uint32_t kReferenceEdge = 64;

// Keeps what lies at or below the plane normal . (x - point) = 0, the side of reference edge `side`. False where that
// is all, and `out` is not written.
bool clipToSide(const ClippedFace& in, const Vec3& normal, const Vec3& point, std::uint32_t side, double on_plane,
                ClippedFace& out) {
  std::array<double, ClippedFace::kCapacity> height;
  double highest = on_plane;
  for (int i = 0; i < in.count; ++i) {
    height[i] = normal.dot(in.corners[i].point - point);
    highest = std::max(highest, height[i]);
  }
  if (highest == on_plane) return false;
  out.count = 0;
  const auto push = [&](const Corner& corner) {
    if (out.count < ClippedFace::kCapacity) out.corners[out.count++] = corner;
  };
  for (int i = 0; i < in.count; ++i) {
    const int next = i + 1 < in.count ? i + 1 : 0;
    const double here = height[i], there = height[next];
    const Corner& corner = in.corners[i];
    const auto crossing = [&](std::uint32_t edge) {
      const Vec3 at = corner.point + (in.corners[next].point - corner.point) * (here / (here - there));
      return Corner{at, corner.edge << 7 | side, edge};
    };
    if (here > on_plane) {
      if (there < -on_plane) push(crossing(corner.edge));
    } else {
      const bool leaves = there > on_plane;
      const bool crosses = leaves && here < -on_plane;
      push({corner.point, corner.name, leaves && !crosses ? side : corner.edge});
      if (crosses) push(crossing(side));
    }
  }
  return true;
}

// Of the faces that hold a vertex that is deep; the first where places are no numbers.
template <class IsDeep>
int mostOpposed(const Polytope& solid, const SimdDouble4x3& normal, const IsDeep& is_deep) {
  constexpr double kAngleTie = 1e-6;
  int best = 0;
  double best_cosine = 2.0;
  for (int group = 0; group < solid.faceCount(); group += kSimdWidth) {
    const SimdDouble4 cosines = heights(solid.normals4[group / kSimdWidth], normal);
    unsigned better = whereTrue(cosines <= broadcast(best_cosine - kAngleTie));
    for (; better != 0; better &= better - 1) {
      const int lane = std::countr_zero(better), face = group + lane;
      if (cosines[lane] > best_cosine - kAngleTie || face >= solid.faceCount()) continue;
      if (!std::ranges::any_of(solid.face(face), is_deep)) continue;
      best = face;
      best_cosine = cosines[lane];
    }
  }
  return best;
}

}  // namespace

bool ClippedFace::isSliver(double width) const {
  if (count < 3) return true;
  Vec3 twice_area = Vec3::Zero();
  double perimeter = 0.0;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = corners[i].point - corners[0].point;
    const Vec3 to = corners[i + 1 < count ? i + 1 : 0].point - corners[0].point;
    twice_area += from.cross(to);
    perimeter += (to - from).norm();
  }
  return twice_area.norm() <= width * perimeter;
}

int opposingFace(const Polytope& solid, const Vec3& normal, double tie) {
  const SimdDouble4x3 along = broadcast(normal);
  // A box's most opposed face always holds its deepest corner.
  if (solid.is_box) return mostOpposed(solid, along, [](int) { return true; });
  const Scratch<std::vector<double>> scratch;
  std::vector<double>& height = *scratch;
  height.resize(kSimdWidth * solid.vertices4.size());
  for (std::size_t g = 0; g < solid.vertices4.size(); ++g)
    store(heights(solid.vertices4[g], along), &height[kSimdWidth * g]);
  const double highest = *std::ranges::min_element(height) + tie;
  return mostOpposed(solid, along, [&](int vertex) { return height[vertex] <= highest; });
}

void clipFace(const Polytope& reference, int reference_face, const Vec3& reference_center, const Polytope& incident,
              int incident_face, const Vec3& incident_center, double on_plane, ClippedFace& result) {
  const std::span<const int> loop = incident.face(incident_face);
  result.count = static_cast<int>(loop.size());
  for (int i = 0; i < result.count; ++i) {
    const auto label = static_cast<std::uint32_t>(i);
    result.corners[i] = {incident_center + incident.vertices[loop[i]], ClippedFace::kOwnCorner | label, label};
  }
  clipToColumn(reference, reference_face, reference_center, on_plane, result);
}

void clipToColumn(const Polytope& reference, int reference_face, const Vec3& reference_center, double on_plane,
                  ClippedFace& polygon) {
  ClippedFace other;
  ClippedFace* from = &polygon;
  ClippedFace* to = &other;
  const Vec3& normal = reference.normals[reference_face];
  const std::span<const int> sides = reference.face(reference_face);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Vec3& start = reference.vertices[sides[i]];
    const Vec3& end = reference.vertices[sides[i + 1 < sides.size() ? i + 1 : 0]];
    const Vec3 outward = (end - start).cross(normal).normalized();
    const std::uint32_t side = kReferenceEdge | static_cast<std::uint32_t>(i);
    if (clipToSide(*from, outward, reference_center + start, side, on_plane, *to)) std::swap(from, to);
    if (from->count == 0) break;
  }
  if (from != &polygon) {
    polygon.count = from->count;
    std::copy(from->corners.begin(), from->corners.begin() + from->count, polygon.corners.begin());
  }
}

}  // namespace keystone
