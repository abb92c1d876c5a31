// Of two convex outlines that do not overlap, one has an edge whose line separates them. Section 8.5 takes each
// outline's best separating edge, of these two the "least satisfied" one, and a constraint for every corner of the
// other outline. Read literally, a brick that hangs over the end of another is then carried by the prolonged edge: no
// tower ever falls (tests/framework/balance_test.cpp). What holds is this:
// - the better of the two separates; the worse may cut through the other outline, as it does while a brick tips over
//   the corner of the one below;
// - only corners above the edge itself (0 <= alpha <= 1, as in condition S2) are held by it. Where the other outline
//   reaches beyond the end of the edge, that end is a corner that stands over an edge of the other, so that those rows
//   belong to the pair too. Two flush edges then meet at both ends of what they have in common.
// The choice is by geometry alone: mirrored pairs get mirrored rows.
#include "framework/sidedness.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keystone {
namespace {

constexpr double kEndTie = 1e-7;    // of an edge's length: a corner this little beyond its end stands over it
constexpr double kFacing = -0.2;    // cosine between the normals of edges that face each other
constexpr double kDepthTie = 1e-6;  // of the smaller radius: a corner this much deeper than the pair still counts

// An edge with its outer side on the left.
struct Edge {
  int i = -1, j = -1;
  Vec2 origin, along, normal;  // along: unit, i to j
  double length = 0.0;

  double distance(const Vec2& point) const { return normal.dot(point - origin); }
  double alpha(const Vec2& point) const { return along.dot(point - origin) / length; }
};

Edge edgeBetween(const VecX& p, int i, int j) {
  Edge edge;
  edge.i = i;
  edge.j = j;
  edge.origin = at(p, i);
  const Vec2 way = at(p, j) - edge.origin;
  edge.length = way.norm();
  edge.along = way / edge.length;
  edge.normal = {-edge.along.y(), edge.along.x()};
  return edge;
}

Edge edgeOf(const PointOutline& outline, const VecX& p, std::size_t number) {
  return edgeBetween(p, outline.corners[(number + 1) % outline.corners.size()], outline.corners[number]);
}

struct Separation {
  Edge edge;
  double gap = -std::numeric_limits<double>::infinity();
};

// The edge of `mine` that has all corners of `other` farthest outside.
Separation bestEdge(const PointOutline& mine, const PointOutline& other, const VecX& p) {
  Separation best;
  for (std::size_t e = 0; e < mine.corners.size(); ++e) {
    const Edge edge = edgeOf(mine, p, e);
    double gap = std::numeric_limits<double>::infinity();
    for (const int corner : other.corners) gap = std::min(gap, edge.distance(at(p, corner)));
    if (gap > best.gap) best = {edge, gap};
  }
  return best;
}

class TripleFinder {
 public:
  TripleFinder(const Framework& framework, const VecX& p, double reach, LineRule rule)
      : framework_(framework), p_(p), reach_(reach), rule_(rule) {}

  void addPair(const PointOutline& a, const PointOutline& b) {
    const Separation of_a = bestEdge(a, b, p_), of_b = bestEdge(b, a, p_);
    if (std::max(of_a.gap, of_b.gap) > reach_) return;
    const double tie = kDepthTie * std::min(a.radius, b.radius);
    const bool take_a = (rule_ == LineRule::Facing) == (of_a.gap >= of_b.gap);
    const auto& [edge, gap] = take_a ? of_a : of_b;
    const PointOutline &mine = take_a ? a : b, &other = take_a ? b : a;
    const double deepest = std::min(gap, 0.0) - tie;
    if (rule_ == LineRule::Paper) return addAll(edge, other);
    addCorners(edge, other, deepest);
    for (std::size_t e = 0; e < other.corners.size(); ++e) {
      const Edge facing = edgeOf(other, p_, e);
      if (facing.normal.dot(edge.normal) < kFacing) addCorners(facing, mine, deepest);
    }
  }

  void addGiven(const std::array<int, 3>& side) {
    const Edge edge = edgeBetween(p_, side[0], side[1]);
    const Vec2 point = at(p_, side[2]);
    const double alpha = edge.alpha(point);
    if (alpha < -kEndTie || alpha > 1.0 + kEndTie || edge.distance(point) > reach_) return;
    if (moves(edge, side[2])) add(edge, side[2]);
  }

  std::vector<Triple> triples;

 private:
  void add(const Edge& edge, int corner) {
    const Vec2 point = at(p_, corner);
    triples.push_back({edge.i, edge.j, corner, edge.alpha(point), edge.distance(point)});
  }

  void addCorners(const Edge& edge, const PointOutline& outline, double deepest) {
    for (const int corner : outline.corners) {
      const Vec2 point = at(p_, corner);
      const double alpha = edge.alpha(point), gap = edge.distance(point);
      if (alpha < -kEndTie || alpha > 1.0 + kEndTie || gap < deepest || gap > reach_) continue;
      if (moves(edge, corner)) add(edge, corner);
    }
  }

  void addAll(const Edge& edge, const PointOutline& outline) {
    for (const int corner : outline.corners)
      if (moves(edge, corner)) add(edge, corner);
  }

  bool moves(const Edge& edge, int corner) const {
    return !(framework_.isFixed(edge.i) && framework_.isFixed(edge.j) && framework_.isFixed(corner));
  }

  const Framework& framework_;
  const VecX& p_;
  double reach_;
  LineRule rule_;
};

struct Bounds {
  Vec2 lower, upper;
  int outline;
};

bool shareAPoint(const PointOutline& a, const PointOutline& b) {
  return std::ranges::any_of(a.corners,
                             [&](int corner) { return std::ranges::find(b.corners, corner) != b.corners.end(); });
}

// Calls visit(first, second) for the pairs of outlines whose bounds come nearer than `reach`, ordered.
template <class Visit>
void forNearPairs(const Framework& framework, const VecX& p, double reach, Visit visit) {
  std::vector<Bounds> bounds;
  for (int number = 0; const PointOutline& outline : framework.outlines) {
    Bounds box{at(p, outline.corners[0]), at(p, outline.corners[0]), number++};
    for (const int corner : outline.corners) {
      box.lower = box.lower.cwiseMin(at(p, corner));
      box.upper = box.upper.cwiseMax(at(p, corner));
    }
    bounds.push_back(box);
  }
  std::ranges::sort(bounds, [](const Bounds& x, const Bounds& y) {
    return std::pair(x.lower.x(), x.outline) < std::pair(y.lower.x(), y.outline);
  });
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    for (std::size_t j = i + 1; j < bounds.size() && bounds[j].lower.x() <= bounds[i].upper.x() + reach; ++j)
      if (bounds[j].lower.y() <= bounds[i].upper.y() + reach && bounds[i].lower.y() <= bounds[j].upper.y() + reach)
        pairs.emplace_back(std::minmax(bounds[i].outline, bounds[j].outline));
  std::ranges::sort(pairs);
  for (const auto& [a, b] : pairs)
    if (!shareAPoint(framework.outlines[a], framework.outlines[b])) visit(framework.outlines[a], framework.outlines[b]);
}

}  // namespace

double doubledArea(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 u = b - a, v = c - a;
  return u.x() * v.y() - u.y() * v.x();
}

std::vector<Triple> findTriples(const Framework& framework, const VecX& p, double reach, LineRule rule) {
  TripleFinder finder(framework, p, reach, rule);
  forNearPairs(framework, p, reach, [&](const PointOutline& a, const PointOutline& b) { finder.addPair(a, b); });
  for (const auto& side : framework.sides) finder.addGiven(side);
  return std::move(finder.triples);
}

double deepestOverlap(const Framework& framework, const VecX& p) {
  double deepest = 0.0;
  forNearPairs(framework, p, 0.0, [&](const PointOutline& a, const PointOutline& b) {
    deepest = std::max(deepest, -std::max(bestEdge(a, b, p).gap, bestEdge(b, a, p).gap));
  });
  return deepest;
}

}  // namespace keystone
