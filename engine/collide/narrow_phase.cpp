// Sends each pair to the routine for its shapes. Pairs are ordered half-space, round, polytope before the routine and
// mirrored back after it. Compounds are taken apart first. A pair with a shape of kind Convex, or one with a margin,
// takes the general path.
#include <algorithm>

#include "collide/collide.h"
#include "collide/convex_contact.h"
#include "collide/field_contact.h"
#include "collide/flush_contact.h"
#include "collide/half_space_contact.h"
#include "collide/parts.h"
#include "collide/placed_bodies.h"
#include "collide/planar_contact.h"
#include "collide/polytope_contact.h"
#include "collide/roof_contact.h"
#include "collide/round_contact.h"
#include "collide/touching.h"
#include "math/parallel.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

// Of one thread.
class NarrowPhase {
 public:
  // `grounds` [bodies], or empty where none is.
  NarrowPhase(std::span<const Body> bodies, std::span<const Collider> colliders, std::span<const Ground> grounds,
              const PlacedBodies& placed, const CollideParams& params, double h)
      : bodies_(bodies), colliders_(colliders), grounds_(grounds), placed_(placed), params_(params), h_(h) {}

  // False where there is none.
  bool collide(int a, int b, Manifold& manifold) {
    manifold = {};  // first of all: its memory comes while the contact is looked for
    const Approach approach =
        makeApproach(bodies_[a], placed_.radius(a), bodies_[b], placed_.radius(b), params_.margin, h_);
    patch_.count = 0;
    patch_.apart = false;
    if (isPlanarPair(bodies_[a], bodies_[b])) {
      planar(a, b, approach);
    } else {
      spatial(a, b, approach);
    }
    if (!settleOnGround(a, b, approach)) return false;
    const int most = isConvex(a) || isConvex(b) ? kMostRoundPoints : kMostPoints;
    if (patch_.count == 0 || !select(patch_, approach, most, manifold)) return false;
    manifold.a = a;
    manifold.b = b;
    joinSurfaces(bodies_[a], colliders_[a], bodies_[b], colliders_[b], manifold);
    return true;
  }

 private:
  static constexpr int kMostPoints = 4;

  const Shape& shape(int i) const { return colliders_[i].shape; }
  bool isConvex(int i) const { return std::holds_alternative<Convex>(shape(i)); }
  bool isHalfSpace(int i) const { return keystone::isHalfSpace(shape(i)); }
  bool isRound(int i) const {
    return std::holds_alternative<Sphere>(shape(i)) || std::holds_alternative<Capsule>(shape(i));
  }
  // Shapes without closed forms against others.
  bool isGeneral(int i) const { return isConvex(i) || marginOf(shape(i)) > 0.0; }
  Vec3 normalOf(int i) const { return bodies_[i].pose.rotate(std::get<HalfSpace>(shape(i)).normal); }

  const Polytope& polytope(int i) const { return placed_.polytope(i); }

  // The section at `center`.
  void section(int i, const Vec2& center, PlanarPolygon& polygon) const {
    if (!std::holds_alternative<Hull>(shape(i))) return planarSection(shape(i), bodies_[i].pose, center, polygon);
    const PlanarPolygon& cut = placed_.cut(i);
    polygon.count = cut.count;
    polygon.radius = cut.radius;
    for (int k = 0; k < cut.count; ++k) {
      polygon.points[k] = center + cut.points[k];
      polygon.normals[k] = cut.normals[k];
    }
  }

  void planar(int a, int b, const Approach& approach) {
    const Vec2 offset = approach.offset().head<2>();
    if (isHalfSpace(a)) {
      section(b, offset, section_b_);
      if (section_b_.count > 0) planarHalfSpace(a, Vec2::Zero(), section_b_);
    } else if (isHalfSpace(b)) {
      section(a, Vec2::Zero(), section_a_);
      if (section_a_.count > 0) planarHalfSpace(b, offset, section_a_);
      patch_.swapBodies();
    } else {
      section(a, Vec2::Zero(), section_a_);
      section(b, offset, section_b_);
      if (section_a_.count > 0 && section_b_.count > 0) planarContact(section_a_, section_b_, approach, patch_);
    }
  }

  // The half-space's own cut with z = 0 is a half-plane, unless it is parallel to the plane.
  void planarHalfSpace(int i, const Vec2& center, const PlanarPolygon& polygon) {
    const Vec3 normal = normalOf(i);
    const double length = normal.head<2>().norm();
    if (length == 0.0) return;
    const double offset = std::get<HalfSpace>(shape(i)).offset + normal.z() * bodies_[i].pose.position.z();
    const Vec2 in_plane = length == 1.0 ? Vec2(normal.head<2>()) : Vec2(normal.head<2>() / length);
    planarHalfSpaceContact(in_plane, in_plane.dot(center) + offset / length, polygon, patch_);
  }

  ConvexCore core(int i, const Vec3& center) const {
    if (isConvex(i)) return ConvexCore(shape(i), bodies_[i].pose, center);
    if (isRound(i)) return ConvexCore(makeRoundSegment(shape(i), bodies_[i].pose, center));
    return ConvexCore(polytope(i), center);
  }

  void spatial(int a, int b, const Approach& approach) {
    if ((isGeneral(a) || isGeneral(b)) && !isHalfSpace(a) && !isHalfSpace(b))
      return convexContact(core(a, Vec3::Zero()), core(b, approach.offset()), approach, patch_);
    const auto rank = [this](int i) { return isHalfSpace(i) ? 0 : isRound(i) ? 2 : 1; };
    const Vec3 offset = approach.offset();
    if (rank(a) <= rank(b)) {
      ordered(a, Vec3::Zero(), b, offset, approach);
    } else {
      ordered(b, offset, a, Vec3::Zero(), approach);
      patch_.swapBodies();
    }
  }

  // Of the solid below a plane, whose normal it takes; relative to body a's centre.
  void halfSpace(const Vec3& normal, double height, int other, const Vec3& center, const Approach& approach) {
    const double tie = kFaceTie * approach.size;
    if (isConvex(other)) {
      halfSpaceConvexContact(normal, height, core(other, center), tie, patch_);
    } else if (isRound(other)) {
      halfSpaceRoundContact(normal, height, makeRoundSegment(shape(other), bodies_[other].pose, center), patch_);
    } else {
      halfSpaceContact(normal, height, polytope(other), center, tie, patch_);
    }
  }

  // First the half-space, then the polytope, then the round shape.
  void ordered(int i, const Vec3& center_i, int j, const Vec3& center_j, const Approach& approach) {
    if (isHalfSpace(i)) {
      if (isHalfSpace(j)) return;
      const Vec3 normal = normalOf(i);
      halfSpace(normal, normal.dot(center_i) + std::get<HalfSpace>(shape(i)).offset, j, center_j, approach);
    } else if (isRound(i)) {
      roundRoundContact(makeRoundSegment(shape(i), bodies_[i].pose, center_i),
                        makeRoundSegment(shape(j), bodies_[j].pose, center_j), patch_);
    } else if (isRound(j)) {
      polytopeRoundContact(polytope(i), center_i, makeRoundSegment(shape(j), bodies_[j].pose, center_j), approach,
                           patch_);
    } else {
      polytopeContact(polytope(i), polytope(j), approach, patch_);
    }
  }

  // The patch as the edges of the triangle of ground have it, where one of the two is one. False if that leaves none.
  bool settleOnGround(int a, int b, const Approach& approach) {
    if (grounds_.empty()) return true;
    const auto is_ground = [&](int i) { return grounds_[i].roof != nullptr; };
    const auto is_flat = [&](int i) { return grounds_[i].sides != Sides::Solid; };
    if (is_ground(a) == is_ground(b) && is_flat(a) == is_flat(b)) return true;
    const bool ground_is_b = is_flat(b) || (is_ground(b) && !is_flat(a));
    const int ground = ground_is_b ? b : a, other = ground_is_b ? a : b;
    const Pose& pose = bodies_[ground].pose;
    const Roof roof = seenFrom(grounds_[ground], pose, bodies_[other].pose.position);
    const bool is_seen = isSeen(grounds_[ground], pose, bodies_[other].pose.position);
    RoofVerdict verdict = RoofVerdict::Drop;
    bool apart = true;
    if (patch_.count > 0) {
      const auto deepest = std::ranges::min_element(
          std::span(patch_.points).first(static_cast<std::size_t>(patch_.count)), {}, &ManifoldPoint::gap);
      apart = deepest->gap > 0.0;
      const Vec3 out = ground_is_b ? Vec3(-patch_.normal) : patch_.normal;
      const Vec3 on_ground = bodies_[a].pose.position + deepest->point - 0.5 * deepest->gap * out;
      verdict = judge(grounds_[ground], roof, pose.orientation.conjugate() * out, pose.toLocal(on_ground), is_seen);
    }
    if (verdict == RoofVerdict::Keep) return true;
    if (verdict == RoofVerdict::Own && ownPlane(roof, ground, other, ground_is_b, apart, approach)) return true;
    return is_seen && is_flat(ground) && embeds(roof, ground, other, ground_is_b);
  }

  // Contact with a triangle whose middle is inside the body: deep in triangles bodies are nearer to edges and faces
  // that lead nowhere. As deep as the body reaches below that point.
  bool embeds(const Roof& roof, int ground, int other, bool ground_is_b) {
    constexpr std::uint32_t kMiddleFeature = 0x3eaf00dU;
    const Body &below = bodies_[ground], &above = bodies_[other];
    const Vec3 normal = below.pose.rotate(roof.normal), &middle = below.pose.position;
    const double far = 2.0 * boundingRadius(shape(other)) + (middle - above.pose.position).norm();
    RayHit bottom, top;
    if (!castRay(shape(other), above.pose, middle - far * normal, normal, far, bottom)) return false;
    if (!castRay(shape(other), above.pose, middle + far * normal, -normal, far, top)) return false;
    const double gap = bottom.distance - far;
    patch_.count = 0;
    patch_.apart = false;
    patch_.normal = ground_is_b ? Vec3(-normal) : normal;
    patch_.add(middle + 0.5 * gap * normal - bodies_[ground_is_b ? other : ground].pose.position, gap, kMiddleFeature);
    return true;
  }

  // Contact with the triangle's plane, of what is over the triangle or comes there within the step. Bodies apart may be
  // behind the plane all the same, past an edge where the ground ends.
  bool ownPlane(const Roof& roof, int ground, int other, bool ground_is_b, bool apart, const Approach& approach) {
    constexpr std::uint32_t kPlaneFeature = 0x5eaf00dU;
    constexpr double kOver = 1e-7;  // of the triangle's size: rounding
    const Body &below = bodies_[ground], &above = bodies_[other];
    const Vec3& origin = approach.a.pose.position;
    const Vec3 normal = below.pose.rotate(roof.normal);
    const double height = normal.dot(below.pose.position - origin) + roof.normal.dot(roof.corners[0]);
    patch_.count = 0;
    halfSpace(normal, height, other, above.pose.position - origin, approach);
    if (ground_is_b) patch_.swapBodies();
    const double over = kOver * (roof.corners[1] - roof.corners[0]).norm();
    const double turns = std::holds_alternative<Sphere>(shape(other)) ? 0.0 : boundingRadius(shape(other));
    const double slack = over + h_ * (above.omega - below.omega).norm() * turns;
    // No turn of the triangle's own brings its middle nearer.
    const double near =
        boundingRadius(shape(ground)) + h_ * ((above.velocity - below.velocity).norm() + above.omega.norm() * turns);
    int kept = 0;
    for (int i = 0; i < patch_.count; ++i) {
      ManifoldPoint point = patch_.points[i];
      const Vec3 here = origin + point.point;
      const Vec3 way = h_ * (above.velocity - below.velocityAt(here));
      const bool deep = point.gap < 0.0;
      if (!deep && (here - below.pose.position).norm() > near) continue;
      if (apart && point.gap < -touchingGap(h_)) continue;
      const Vec3 start = below.pose.toLocal(here), end = below.pose.toLocal(here + way);
      if (!comesOver(roof, start, deep ? start : end, deep ? over : slack)) continue;
      point.feature ^= kPlaneFeature;
      patch_.points[kept++] = point;
    }
    patch_.count = kept;
    return kept > 0;
  }

  std::span<const Body> bodies_;
  std::span<const Collider> colliders_;
  std::span<const Ground> grounds_;
  const PlacedBodies& placed_;
  CollideParams params_;
  double h_;
  PlanarPolygon section_a_, section_b_;
  Patch patch_;
};

void collidePairs(std::span<const Body> bodies, std::span<const Collider> colliders, std::span<const Ground> grounds,
                  std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h,
                  std::vector<Manifold>& manifolds) {
  constexpr int kPairsAtOnce = 64;  // of a thread
  const Scratch<PlacedBodies> placed;
  placed->place(bodies, colliders, pairs);
  manifolds.resize(pairs.size());
  parallelFor(static_cast<int>(pairs.size()), kPairsAtOnce, [&](int begin, int end) {
    NarrowPhase phase(bodies, colliders, grounds, *placed, params, h);
    auto next = manifolds.begin() + begin;
    for (const auto& [a, b] : pairs.subspan(begin, end - begin))
      if (phase.collide(a, b, *next)) ++next;
    for (; next != manifolds.begin() + end; ++next) next->count = 0;
  });
  std::erase_if(manifolds, [](const Manifold& manifold) { return manifold.count == 0; });
}

}  // namespace

void narrowPhase(std::span<const Body> bodies, std::span<const Collider> colliders,
                 std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h,
                 std::vector<Manifold>& manifolds) {
  if (!anyCompound(colliders)) return collidePairs(bodies, colliders, {}, pairs, params, h, manifolds);
  const Scratch<PartList> parts;
  parts->pairUp(bodies, colliders, pairs, params, h);
  collidePairs(parts->bodies(), parts->colliders(), parts->grounds(), parts->pairs(), params, h, manifolds);
  for (Manifold& manifold : manifolds) parts->nameOwners(manifold);
  joinFlush(bodies, colliders, params, h, manifolds);
  fieldContacts(bodies, colliders, pairs, params, h, manifolds);
}

}  // namespace keystone
