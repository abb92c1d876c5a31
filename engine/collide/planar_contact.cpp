// Separating axes and clipping in the plane. The edge that separates best is the reference; the opposite edge of the
// other polygon is clipped to it. Where the edges do not overlap, corners meet (planar_corner.cpp).
#include "collide/planar_contact.h"

#include <cmath>

#include "collide/planar_corner.h"

namespace keystone {
namespace {

Vec3 lift(const Vec2& v) {
  return {v.x(), v.y(), 0.0};
}

struct BestEdge {
  int edge = -1;
  double separation = -HUGE_VAL;  // [m], between the cores, without radii
};

// The edge of p that q lies farthest outside of. Ties go to the first edge.
BestEdge separate(const PlanarPolygon& p, const PlanarPolygon& q, double tie) {
  BestEdge best;
  for (int i = 0; i < p.edges(); ++i) {
    const Vec2& normal = p.normals[i];
    double nearest = normal.dot(q.points[0]);
    for (int j = 1; j < q.count; ++j) nearest = std::min(nearest, normal.dot(q.points[j]));
    const double separation = nearest - normal.dot(p.points[i]);
    if (best.edge < 0 || separation > best.separation + tie) best = {i, separation};
  }
  return best;
}

int opposingEdge(const PlanarPolygon& polygon, const Vec2& normal) {
  constexpr double kTie = 1e-6;  // two edges at the same angle: the first one, whatever the rounding
  int best = 0;
  for (int i = 1; i < polygon.edges(); ++i) {
    if (polygon.normals[i].dot(normal) < polygon.normals[best].dot(normal) - kTie) best = i;
  }
  return best;
}

// A point of the incident polygon before it becomes a contact point.
struct Candidate {
  Vec2 point;
  std::uint32_t name;
};

std::uint32_t featureOf(bool flipped, int reference, int incident, std::uint32_t name) {
  return (flipped ? 0x80000000u : 0u) | static_cast<std::uint32_t>(reference) << 16 |
         static_cast<std::uint32_t>(incident) << 8 | name;
}

constexpr std::uint32_t kClipped = 0x80;  // the point lies over a corner of the reference edge

// The part of the incident edge (or the lone point) above the reference edge. False when it is shorter than `sliver`:
// then corners meet, not edges.
bool clip(const PlanarPolygon& reference, int edge, const PlanarPolygon& incident, int opposing, double on_plane,
          double sliver, std::array<Candidate, 2>& ends, int& count) {
  const Vec2& start = reference.points[edge];
  const int stop = reference.next(edge);
  const Vec2 along = (reference.points[stop] - start).normalized();
  const double length = along.dot(reference.points[stop] - start);
  const auto at = [&](const Vec2& point) { return along.dot(point - start); };

  const int first = opposing;
  const int last = incident.next(opposing);
  count = 1;
  ends[0] = {incident.points[first], static_cast<std::uint32_t>(first)};
  if (incident.count == 1) return at(ends[0].point) >= -on_plane && at(ends[0].point) <= length + on_plane;

  // The incident edge runs backwards: its first end is the one farther along the reference.
  count = 2;
  ends[1] = {incident.points[last], static_cast<std::uint32_t>(last)};
  const Vec2 way = incident.points[last] - incident.points[first];
  const double high = at(incident.points[first]);
  const double low = at(incident.points[last]);
  if (high < -on_plane || low > length + on_plane) return false;
  if (high > length + on_plane) {
    ends[0] = {incident.points[first] + way * ((length - high) / (low - high)), kClipped | stop};
  }
  if (low < -on_plane) ends[1] = {incident.points[first] + way * (-high / (low - high)), kClipped | edge};
  return (ends[1].point - ends[0].point).norm() > sliver;
}

}  // namespace

void planarContact(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch) {
  const double radii = a.radius + b.radius;
  const double tie = kFaceTie * approach.size;
  const BestEdge best_a = separate(a, b, tie);
  if (best_a.separation - radii > approach.bound) return;
  const BestEdge best_b = separate(b, a, tie);
  if (best_b.separation - radii > approach.bound) return;
  const bool flipped = best_b.edge >= 0 && (best_a.edge < 0 || best_b.separation > best_a.separation + tie);
  const PlanarPolygon& reference = flipped ? b : a;
  const PlanarPolygon& incident = flipped ? a : b;
  const int edge = flipped ? best_b.edge : best_a.edge;
  if (edge < 0) return planarCorner(a, b, approach, patch);  // two discs

  const Vec2& normal = reference.normals[edge];
  const int opposing = opposingEdge(incident, normal);
  std::array<Candidate, 2> ends;
  int count = 0;
  if (!clip(reference, edge, incident, opposing, kOnPlane * approach.size, kSliver * approach.size, ends, count)) {
    return planarCorner(a, b, approach, patch);
  }
  patch.normal = lift(flipped ? Vec2(-normal) : normal);
  for (int i = 0; i < count; ++i) {
    const double core_gap = normal.dot(ends[i].point - reference.points[edge]);
    // From the incident core: half the gap between the surfaces lies beyond the incident radius.
    const Vec2 middle = ends[i].point - normal * (incident.radius + 0.5 * (core_gap - radii));
    patch.add(lift(middle), core_gap - radii, featureOf(flipped, edge, opposing, ends[i].name));
  }
}

void planarHalfSpaceContact(const Vec2& normal, double offset, const PlanarPolygon& polygon, Patch& patch) {
  patch.normal = lift(normal);
  const int first = opposingEdge(polygon, normal);
  const auto add = [&](int i) {
    const double gap = normal.dot(polygon.points[i]) - offset - polygon.radius;
    patch.add(lift(polygon.points[i] - normal * (polygon.radius + 0.5 * gap)), gap, static_cast<std::uint32_t>(i));
  };
  add(first);
  if (polygon.count > 1) add(polygon.next(first));
}

}  // namespace keystone
