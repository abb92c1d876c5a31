#include "collide/round_contact.h"

#include <cmath>

#include "collide/convex_contact.h"
#include "collide/segment.h"

namespace keystone {
namespace {

constexpr std::uint32_t kInterior = 2;  // features 0 and 1 are a segment's ends
constexpr std::uint32_t kOnFace = 16;

// A point where cores are `distance` apart along the patch's normal, from the core point of the first body.
void addRound(const Vec3& on_a, double distance, double radius_a, double radius_b, std::uint32_t feature,
              Patch& patch) {
  const double gap = distance - radius_a - radius_b;
  patch.add(on_a + patch.normal * (radius_a + 0.5 * gap), gap, feature);
}

std::uint32_t endName(double t) {
  return t <= 0.0 ? 0u : t >= 1.0 ? 1u : kInterior;
}

// Parallel capsules side by side touch at both ends of their common length. False if they have none.
bool parallelContact(const RoundSegment& a, const RoundSegment& b, Patch& patch) {
  const Vec3 way = a.q - a.p;
  const double length = way.norm();
  const Vec3 along = way / length;
  const Vec3 way_b = b.q - b.p;
  if (along.cross(way_b).norm() > kParallelLines * way_b.norm()) return false;
  const double start = along.dot(b.p - a.p);
  const double slope = along.dot(way_b);
  // b's parameters where it passes a's ends, in b's order.
  double t0 = std::clamp(-start / slope, 0.0, 1.0);
  double t1 = std::clamp((length - start) / slope, 0.0, 1.0);
  if (std::abs(t1 - t0) * way_b.norm() < kParallelLines * length) return false;
  const Vec3 middle = b.p + 0.5 * (t0 + t1) * way_b;
  const Vec3 across = (middle - a.p) - along * along.dot(middle - a.p);
  if (across.norm() <= kParallelLines * (a.radius + b.radius)) return false;
  patch.normal = across.normalized();
  for (const double t : {t0, t1}) {
    const Vec3 on_b = b.p + t * way_b;
    const Vec3 on_a = a.p + along * along.dot(on_b - a.p);
    const std::uint32_t feature = endName(t) == kInterior ? (t == t0 ? 4u : 5u) : endName(t);
    addRound(on_a, patch.normal.dot(on_b - on_a), a.radius, b.radius, feature, patch);
  }
  return true;
}

// What of the segment lies over the face: parameters low <= high. False if nothing does.
bool overFace(const Polytope& solid, const Vec3& center, int face, const RoundSegment& round, double on_plane,
              double& low, double& high) {
  low = 0.0;
  high = 1.0;
  const std::span<const int> loop = solid.face(face);
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& start = solid.vertices[loop[i]];
    const Vec3& end = solid.vertices[loop[i + 1 < loop.size() ? i + 1 : 0]];
    const Vec3 outward = (end - start).cross(solid.normals[face]).normalized();
    const double at_p = outward.dot(round.p - center - start);
    const double at_q = outward.dot(round.q - center - start);
    if (at_p > on_plane && at_q > on_plane) return false;
    if (at_p > on_plane) low = std::max(low, at_p / (at_p - at_q));
    if (at_q > on_plane) high = std::min(high, at_p / (at_p - at_q));
  }
  return low <= high;
}

void faceRound(const Polytope& solid, const Vec3& center, int face, const RoundSegment& round, double low, double high,
               Patch& patch) {
  patch.normal = solid.normals[face];
  const auto add = [&](double t, std::uint32_t clipped) {
    const Vec3 core = (1.0 - t) * round.p + t * round.q;
    const double gap = patch.normal.dot(core - center) - solid.offsets[face] - round.radius;
    const std::uint32_t feature = endName(t) == kInterior ? clipped : endName(t);
    patch.add(core - patch.normal * (round.radius + 0.5 * gap), gap,
              kOnFace | feature | static_cast<std::uint32_t>(face) << 8);
  };
  add(low, 4);
  if (!round.isSphere() && high > low) add(high, 5);
}

struct FaceDistance {
  int face = -1;
  double distance = -HUGE_VAL;  // [m], of the segment's nearer end
};

FaceDistance farthestFace(const Polytope& solid, const Vec3& center, const RoundSegment& round, double tie) {
  FaceDistance best;
  for (int f = 0; f < solid.faceCount(); ++f) {
    const Vec3& normal = solid.normals[f];
    const double distance = std::min(normal.dot(round.p - center), normal.dot(round.q - center)) - solid.offsets[f];
    if (best.face < 0 || distance > best.distance + tie) best = {f, distance};
  }
  return best;
}

struct EdgeDistance {
  double squared = HUGE_VAL;
  Vec3 on_solid = Vec3::Zero(), on_core = Vec3::Zero();
  std::uint32_t feature = 0;
};

EdgeDistance nearestEdge(const Polytope& solid, const Vec3& center, const RoundSegment& round) {
  EdgeDistance best;
  const auto& edges = solid.topology->edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const SegmentPair pair = closestPoints(center + solid.vertices[edges[i].first],
                                           center + solid.vertices[edges[i].second], round.p, round.q);
    if (pair.squared >= best.squared) continue;
    best = {pair.squared, pair.on_a, pair.on_b, static_cast<std::uint32_t>(i) << 8 | endName(pair.t)};
  }
  return best;
}

// Whether the open segment passes through the solid.
bool pierces(const Polytope& solid, const Vec3& center, const RoundSegment& round) {
  double low = 0.0;
  double high = 1.0;
  for (int f = 0; f < solid.faceCount(); ++f) {
    const double at_p = solid.normals[f].dot(round.p - center) - solid.offsets[f];
    const double at_q = solid.normals[f].dot(round.q - center) - solid.offsets[f];
    if (at_p >= 0.0 && at_q >= 0.0) return false;
    if (at_p > 0.0) low = std::max(low, at_p / (at_p - at_q));
    if (at_q > 0.0) high = std::min(high, at_p / (at_p - at_q));
  }
  return low < high;
}

// Whether the part of the segment over the face, `distance` from it, is nearer than the nearest edge, or as good as
// parallel to the face.
bool faceIsNearest(double distance, const EdgeDistance& edge, const Vec3& normal) {
  if (distance <= 0.0) return false;
  if (distance * distance <= edge.squared) return true;
  const Vec3 way = edge.on_core - edge.on_solid;
  return way.dot(normal) >= std::sqrt(1.0 - kParallelLines * kParallelLines) * way.norm();
}

}  // namespace

RoundSegment makeRoundSegment(const Shape& shape, const Pose& pose, const Vec3& center) {
  if (const Sphere* sphere = std::get_if<Sphere>(&shape)) return {center, center, sphere->radius};
  const Capsule& capsule = std::get<Capsule>(shape);
  const Vec3 axis = pose.rotate(Vec3::UnitY() * capsule.half_length);
  return {center - axis, center + axis, capsule.radius};
}

void roundRoundContact(const RoundSegment& a, const RoundSegment& b, Patch& patch) {
  if (!a.isSphere() && !b.isSphere() && parallelContact(a, b, patch)) return;
  const SegmentPair pair = closestPoints(a.p, a.q, b.p, b.q);
  const double distance = std::sqrt(pair.squared);
  Vec3 normal = pair.on_b - pair.on_a;
  if (distance > 0.0) {
    normal /= distance;
  } else {  // the cores cross: part them along their common normal
    normal = (a.q - a.p).cross(b.q - b.p);
    normal = normal.squaredNorm() > 0.0 ? Vec3(normal.normalized()) : Vec3(Vec3::UnitY());
  }
  patch.normal = normal;
  addRound(pair.on_a, distance, a.radius, b.radius, endName(pair.s) << 2 | endName(pair.t), patch);
}

void halfSpaceRoundContact(const Vec3& normal, double offset, const RoundSegment& round, Patch& patch) {
  patch.normal = normal;
  const auto add = [&](const Vec3& end, std::uint32_t feature) {
    const double gap = normal.dot(end) - offset - round.radius;
    patch.add(end - normal * (round.radius + 0.5 * gap), gap, feature);
  };
  add(round.p, 0);
  if (!round.isSphere()) add(round.q, 1);
}

void polytopeRoundContact(const Polytope& solid, const Vec3& center, const RoundSegment& round,
                          const Approach& approach, Patch& patch) {
  const FaceDistance face = farthestFace(solid, center, round, kFaceTie * approach.size);
  if (face.distance - round.radius > approach.bound) return;
  double low = 0.0;
  double high = 1.0;
  const bool over = overFace(solid, center, face.face, round, kOnPlane * approach.size, low, high);
  if (round.isSphere() && over) return faceRound(solid, center, face.face, round, low, high, patch);
  if (pierces(solid, center, round))
    return convexContact(ConvexCore(solid, center), ConvexCore(round), approach, patch);
  const EdgeDistance edge = nearestEdge(solid, center, round);
  const Vec3& normal = solid.normals[face.face];
  const auto height = [&](double t) {
    return normal.dot((1.0 - t) * round.p + t * round.q - center) - solid.offsets[face.face];
  };
  if (over && faceIsNearest(std::min(height(low), height(high)), edge, normal)) {
    return faceRound(solid, center, face.face, round, low, high, patch);
  }
  const double distance = std::sqrt(edge.squared);
  patch.normal = distance > 0.0 ? Vec3((edge.on_core - edge.on_solid) / distance) : normal;
  addRound(edge.on_solid, distance, 0.0, round.radius, edge.feature, patch);
}

}  // namespace keystone
