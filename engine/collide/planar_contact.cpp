// Separating axes and clipping in the plane. The edge that separates best is the reference; the opposite edge of the
// other polygon is clipped to it. Two edges that face each other and separate equally well, as those of bricks that
// rest or gape from a common corner on, are both the reference: their normals' mean is the contact's. So neither body
// is preferred, and the mirror image of a scene has the mirror image of its contacts. Where the edges do not overlap,
// corners meet (planar_corner.cpp).
#include "collide/planar_contact.h"

#include <cmath>

#include "collide/planar_corner.h"

namespace keystone {
namespace {

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

// The end (0: high, 1: low along a's edge) of what two edges have in common; the same whichever is the reference.
std::uint32_t endName(int edge_a, int edge_b, int end) {
  return static_cast<std::uint32_t>(edge_a) << 16 | static_cast<std::uint32_t>(edge_b) << 8 |
         static_cast<std::uint32_t>(end);
}

// The part of the incident edge (or the lone point) above the reference edge. False when it is shorter than `sliver`:
// then corners meet, not edges.
bool clip(const PlanarPolygon& reference, int edge, const PlanarPolygon& incident, int opposing, double on_plane,
          double sliver, std::array<Vec2, 2>& ends, int& count) {
  const Vec2& start = reference.points[edge];
  const int stop = reference.next(edge);
  const Vec2 along = (reference.points[stop] - start).normalized();
  const double length = along.dot(reference.points[stop] - start);
  const auto at = [&](const Vec2& point) { return along.dot(point - start); };

  const int first = opposing;
  const int last = incident.next(opposing);
  count = 1;
  ends[0] = incident.points[first];
  if (incident.count == 1) return at(ends[0]) >= -on_plane && at(ends[0]) <= length + on_plane;

  // The incident edge runs backwards: its first end is the one farther along the reference.
  count = 2;
  ends[1] = incident.points[last];
  const Vec2 way = incident.points[last] - incident.points[first];
  const double high = at(incident.points[first]);
  const double low = at(incident.points[last]);
  if (high < -on_plane || low > length + on_plane) return false;
  if (high > length + on_plane) ends[0] = incident.points[first] + way * ((length - high) / (low - high));
  if (low < -on_plane) ends[1] = incident.points[first] + way * (-high / (low - high));
  return (ends[1] - ends[0]).norm() > sliver;
}

// Where a line crosses the height t along `along`; it must not be upright to it.
Vec2 crossing(const Vec2& from, const Vec2& to, const Vec2& along, double t) {
  const double start = along.dot(from);
  return from + (to - from) * ((t - start) / (along.dot(to) - start));
}

// Cosine between the normals of edges that may be the reference together. Edges at right angles, as those of bricks
// corner to corner, are none; those of cards that lean on each other at up to 42 degrees from the vertical are.
constexpr double kFacing = -0.1;

// Both edges as the reference. False when they have less than `sliver` in common.
bool addFacing(const PlanarPolygon& a, int edge_a, const PlanarPolygon& b, int edge_b, double sliver, Patch& patch) {
  const Vec2 normal = (a.normals[edge_a] - b.normals[edge_b]).normalized();
  const Vec2 along(-normal.y(), normal.x());  // as a's edge runs; b's runs backwards
  const Vec2 &low_a = a.points[edge_a], &high_a = a.points[a.next(edge_a)];
  const Vec2 &low_b = b.points[b.next(edge_b)], &high_b = b.points[edge_b];
  const double high = std::min(along.dot(high_a), along.dot(high_b));
  const double low = std::max(along.dot(low_a), along.dot(low_b));
  if (high - low <= sliver) return false;
  patch.normal = lift(normal);
  for (const int end : {0, 1}) {
    const double t = end == 0 ? high : low;
    const Vec2 on_a = crossing(low_a, high_a, along, t) + a.radius * normal;
    const Vec2 on_b = crossing(low_b, high_b, along, t) - b.radius * normal;
    patch.add(lift(0.5 * (on_a + on_b)), normal.dot(on_b - on_a), endName(edge_a, edge_b, end));
  }
  return true;
}

}  // namespace

void planarContact(const PlanarPolygon& a, const PlanarPolygon& b, const Approach& approach, Patch& patch) {
  const double radii = a.radius + b.radius;
  const double tie = kFaceTie * approach.size;
  const BestEdge best_a = separate(a, b, tie);
  if (best_a.separation - radii > approach.bound) return;
  const BestEdge best_b = separate(b, a, tie);
  if (best_b.separation - radii > approach.bound) return;
  const bool tied = best_a.edge >= 0 && best_b.edge >= 0 && std::abs(best_a.separation - best_b.separation) <= tie;
  if (tied && a.normals[best_a.edge].dot(b.normals[best_b.edge]) < kFacing) {
    if (!addFacing(a, best_a.edge, b, best_b.edge, kSliver * approach.size, patch)) planarCorner(a, b, approach, patch);
    return;
  }
  const bool flipped = best_b.edge >= 0 && (best_a.edge < 0 || best_b.separation > best_a.separation + tie);
  const PlanarPolygon& reference = flipped ? b : a;
  const PlanarPolygon& incident = flipped ? a : b;
  const int edge = flipped ? best_b.edge : best_a.edge;
  if (edge < 0) return planarCorner(a, b, approach, patch);  // two discs

  const Vec2& normal = reference.normals[edge];
  const int opposing = opposingEdge(incident, normal);
  std::array<Vec2, 2> ends;
  int count = 0;
  if (!clip(reference, edge, incident, opposing, kOnPlane * approach.size, kSliver * approach.size, ends, count)) {
    return planarCorner(a, b, approach, patch);
  }
  // What is nearest may be past the edge's end: round corners meet there.
  const double separation = flipped ? best_b.separation : best_a.separation;
  const auto core_gap_at = [&](int i) { return normal.dot(ends[i] - reference.points[edge]); };
  if (radii > 0.0 && separation > 0.0 && std::min(core_gap_at(0), core_gap_at(count - 1)) > separation + tie) {
    return planarCorner(a, b, approach, patch);
  }
  patch.normal = lift(flipped ? Vec2(-normal) : normal);
  for (int i = 0; i < count; ++i) {
    const double core_gap = core_gap_at(i);
    // From the incident core: half the gap between the surfaces lies beyond the incident radius.
    const Vec2 middle = ends[i] - normal * (incident.radius + 0.5 * (core_gap - radii));
    patch.add(lift(middle), core_gap - radii, flipped ? endName(opposing, edge, 1 - i) : endName(edge, opposing, i));
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
