// What the pair routines share: how two bodies approach each other, and the raw contact points of a pair.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "body/body.h"
#include "collide/manifold.h"

namespace keystone {

// The pair's motion over one step. Positions are relative to body a's centre, axes are the world's: two bricks far from
// the origin then meet with the same digits as two bricks near it.
struct Approach {
  const Body& a;
  const Body& b;
  double margin;  // [m], speculative
  double h;       // [s]
  double bound;   // [m], no point of the pair closes a larger gap: margin + h * (relative speed + turning)
  double size;    // [m], radius of the smaller body: what tolerances are relative to

  Vec3 offset() const { return b.pose.position - a.pose.position; }
  // The way [m] the two material points at `point` close along `normal` (a to b) in h; negative when they part.
  double closing(const Vec3& point, const Vec3& normal) const {
    const Vec3 world = a.pose.position + point;
    return h * normal.dot(a.velocityAt(world) - b.velocityAt(world));
  }
  bool reaches(const Vec3& point, const Vec3& normal, double gap) const {
    return gap <= margin || gap <= margin + closing(point, normal);
  }
};

// The radii [m] are the shapes' (boundingRadius).
Approach makeApproach(const Body& a, double radius_a, const Body& b, double radius_b, double margin, double h);

// Tolerances, relative to Approach::size. They keep references and features from changing with rounding.
inline constexpr int kMostRoundPoints = 8;          // of a manifold: on a round rim, and on an outline of any form
inline constexpr double kFaceTie = 1e-5;            // a later face must separate by this much more to be preferred
inline constexpr double kEdgeTie = 1e-3;            // two edges must separate by this much more than any face
inline constexpr double kOnPlane = 2e-5;            // a corner this close to a clipping plane counts as on it
inline constexpr double kSliver = 1e-3;             // faces that overlap by less than this meet at a corner
inline constexpr double kNoOverlap = 1e-6;          // corners that overlap by less than this do not overlap
inline constexpr double kFlushCosine = 1.0 - 1e-6;  // of normals that count as parallel (1.4 mrad)

// Contact points before selection, relative to body a's centre.
struct Patch {
  static constexpr int kCapacity = 128;
  Vec3 normal = Vec3::UnitY();  // unit, a to b
  int count = 0;
  std::array<ManifoldPoint, kCapacity> points;
  bool apart = false;  // Manifold::apart

  void add(const Vec3& point, double gap, std::uint32_t feature) {
    if (count < kCapacity) points[count++] = {point, gap, feature};
  }
  void addFrom(const ManifoldPoint& other) { add(other.point, other.gap, other.feature); }
  // The mirror image: what was found for (b, a), with both frames centred on a.
  void swapBodies() { normal = -normal; }
};

// Adds to `found` of points of one normal the deepest, and in 16 directions the outermost ones, where a point counts as
// `slope` times its gap farther in: those that touch once the bodies tilt by 1 / slope [rad]. Of points equal to within
// `tie` [m] the first. Some may be found twice.
void findOutermost(std::span<const ManifoldPoint> points, const Vec3& normal, double tie, double slope,
                   std::vector<std::size_t>& found);
// Adds the corners of their convex hull, seen along the normal, that lie farther out than the tie.
void findHull(std::span<const ManifoldPoint> points, const Vec3& normal, double tie, std::vector<std::size_t>& found);

// The numbers of points that were found, once each and in the points' own order, so that each keeps its row.
void sortOnce(std::vector<std::size_t>& found);

// What the surfaces of a and b are to each other: material and surface velocity.
void joinSurfaces(const Body& a, const Collider& of_a, const Body& b, const Collider& of_b, Manifold& manifold);

// Keeps the points the bodies can reach in the step, at most `most` of them, 4 to 8: the deepest, those that span the
// largest area, and then those farthest from the ones kept. False when none is left.
bool select(Patch& patch, const Approach& approach, int most, Manifold& manifold);

}  // namespace keystone
