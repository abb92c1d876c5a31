#include "collide/planar_corner.h"

#include <cmath>

#include "collide/touching.h"

namespace keystone {
namespace {

constexpr std::uint32_t kPlanarCorner = 0x40000000u;

// The closest points of two cores that do not overlap.
struct ClosestOnEdge {
  double squared = HUGE_VAL;  // [m^2]
  Vec2 on_a = Vec2::Zero();
  Vec2 on_b = Vec2::Zero();
  std::uint32_t feature = 0;
};

// Of the corners of p to the boundary of q; `p_is_a` tells which is which.
void addCorners(const PlanarPolygon& p, const PlanarPolygon& q, bool p_is_a, ClosestOnEdge& best) {
  for (int i = 0; i < p.count; ++i) {
    for (int j = 0; j < q.count; ++j) {
      const Vec2 way = q.points[q.next(j)] - q.points[j];
      const double length = way.squaredNorm();
      const double t = length > 0.0 ? std::clamp(way.dot(p.points[i] - q.points[j]) / length, 0.0, 1.0) : 0.0;
      const Vec2 on_q = q.points[j] + t * way;
      const double squared = (p.points[i] - on_q).squaredNorm();
      if (squared >= best.squared) continue;
      best = {squared, p_is_a ? p.points[i] : on_q, p_is_a ? on_q : p.points[i],
              kPlanarCorner | static_cast<std::uint32_t>(i) << 8 | static_cast<std::uint32_t>(j) |
                  (p_is_a ? 0x10000u : 0u)};
    }
  }
}

struct Axis {
  Vec2 normal = Vec2::UnitY();    // a to b
  double separation = -HUGE_VAL;  // [m]
  double predicted = -HUGE_VAL;   // [m], after the step
};

double separationAlong(const PlanarPolygon& p, int edge, const PlanarPolygon& q) {
  double nearest = HUGE_VAL;
  for (int j = 0; j < q.count; ++j) nearest = std::min(nearest, p.normals[edge].dot(q.points[j] - p.points[edge]));
  return nearest;
}

double largestSeparation(const PlanarPolygon& p, const PlanarPolygon& q) {
  double largest = -HUGE_VAL;
  for (int i = 0; i < p.edges(); ++i) largest = std::max(largest, separationAlong(p, i, q));
  return largest;
}

// Only axes that separate the bodies now, by at least `least`.
void addAxes(const PlanarPolygon& p, const PlanarPolygon& q, bool flip, const Vec3& point, double least,
             const Approach& approach, Axis& best) {
  for (int i = 0; i < p.edges(); ++i) {
    const double nearest = separationAlong(p, i, q);
    if (nearest < least) continue;
    const Vec2 normal = flip ? Vec2(-p.normals[i]) : p.normals[i];
    const double predicted = nearest - approach.closing(point, lift(normal));
    if (predicted > best.predicted + kFaceTie * approach.size) best = {normal, nearest, predicted};
  }
}

bool hasEdgeFacing(const PlanarPolygon& polygon, const Vec2& normal) {
  for (int i = 0; i < polygon.edges(); ++i) {
    if (polygon.normals[i].dot(normal) > kFlushCosine) return true;
  }
  return false;
}

// Round corners have one normal: the line between the cores.
void roundCorner(const ClosestOnEdge& closest, double radius_a, double radius_b, Patch& patch) {
  const double distance = std::sqrt(closest.squared);
  const Vec2 normal = distance > 0.0 ? Vec2((closest.on_b - closest.on_a) / distance) : Vec2::UnitY();
  const double gap = distance - radius_a - radius_b;
  patch.normal = lift(normal);
  patch.add(lift(closest.on_a + normal * (radius_a + 0.5 * gap)), gap, closest.feature);
}

}  // namespace

void planarCorner(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch) {
  ClosestOnEdge closest;
  addCorners(a, b, true, closest);
  addCorners(b, a, false, closest);
  const double radii = a.radius + b.radius, largest = std::max(largestSeparation(a, b), largestSeparation(b, a));
  const bool overlap = a.count > 2 && b.count > 2 && largest < 0.0;  // cores that do have no line between them
  if (radii > 0.0 && !overlap) return roundCorner(closest, a.radius, b.radius, patch);

  const Vec2 middle = 0.5 * (closest.on_a + closest.on_b);
  const double least = std::min(0.0, largest) - kSliver * approach.size;
  Axis axis;
  addAxes(a, b, false, lift(middle), least, approach, axis);
  addAxes(b, a, true, lift(middle), least, approach, axis);
  axis.separation -= radii;
  axis.predicted -= radii;
  if (axis.separation > approach.bound) return;
  const double no_overlap = kNoOverlap * approach.size;
  const bool passing = axis.separation > -no_overlap && axis.predicted > -no_overlap;
  if (passing && hasEdgeFacing(a, axis.normal) && hasEdgeFacing(b, -axis.normal)) return;
  patch.normal = lift(axis.normal);
  patch.apart = largest - radii > touchingGap(approach.h);
  patch.add(lift(middle), axis.separation, closest.feature);
}

}  // namespace keystone
