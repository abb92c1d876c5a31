#include "collide/polytope_corner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "collide/segment.h"
#include "collide/separation.h"
#include "collide/touching.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr std::uint32_t kCorner = 1u << 31, kFarEnd = 1u << 30;

struct Closest {
  double squared = HUGE_VAL;  // [m^2], less for parallel edges
  Vec3 middle = Vec3::Zero();
  std::size_t edge_a = 0, edge_b = 0;

  std::uint32_t feature() const {
    return kCorner | static_cast<std::uint32_t>(edge_a & 0x7fff) << 15 | static_cast<std::uint32_t>(edge_b & 0x7fff);
  }
};

// Edges by height [m] along the normal of a separating axis: of a's the higher ends, of b's the lower ones.
struct EdgeHeights {
  std::vector<double> of_a, of_b;
  std::vector<std::size_t> near_a, near_b;
};

class ClosestEdges {
 public:
  ClosestEdges(const Polytope& a, const Polytope& b, const Vec3& offset, const Vec3& normal, EdgeHeights& heights)
      : a_(a), b_(b), offset_(offset), heights_(heights) {
    const auto& edges_a = a.topology->edges;
    const auto& edges_b = b.topology->edges;
    heights.of_a.clear();
    heights.of_b.clear();
    for (const auto& [from, to] : edges_a)
      heights.of_a.push_back(std::max(normal.dot(a.vertices[from]), normal.dot(a.vertices[to])));
    for (const auto& [from, to] : edges_b)
      heights.of_b.push_back(normal.dot(offset) + std::min(normal.dot(b.vertices[from]), normal.dot(b.vertices[to])));
  }

  // Edges are no nearer to each other than their heights say, so that few pairs need a look. `rounding` [m] of those.
  // Of edges that are as near, parallel ones are taken: they touch along a line, and others may at its end.
  Closest find(double rounding) {
    const auto top_a = std::ranges::max_element(heights_.of_a);
    const auto low_b = std::ranges::min_element(heights_.of_b);
    const double reach = rounding + std::sqrt(nearby(static_cast<std::size_t>(top_a - heights_.of_a.begin()),
                                                     static_cast<std::size_t>(low_b - heights_.of_b.begin())));
    heights_.near_a.clear();
    heights_.near_b.clear();
    for (std::size_t i = 0; i < heights_.of_a.size(); ++i)
      if (*low_b - heights_.of_a[i] <= reach) heights_.near_a.push_back(i);
    for (std::size_t j = 0; j < heights_.of_b.size(); ++j)
      if (heights_.of_b[j] - *top_a <= reach) heights_.near_b.push_back(j);
    Closest best;
    for (const std::size_t i : heights_.near_a)
      for (const std::size_t j : heights_.near_b) {
        if (heights_.of_b[j] - heights_.of_a[i] > reach) continue;
        const SegmentPair pair = between(i, j);
        const double squared = pair.squared - (areParallel(i, j) ? rounding * rounding : 0.0);
        if (squared < best.squared) best = {squared, 0.5 * (pair.on_a + pair.on_b), i, j};
      }
    return best;
  }

 private:
  bool areParallel(std::size_t i, std::size_t j) const {
    const auto& [a0, a1] = a_.topology->edges[i];
    const auto& [b0, b1] = b_.topology->edges[j];
    const Vec3 of_a = a_.vertices[a1] - a_.vertices[a0], of_b = b_.vertices[b1] - b_.vertices[b0];
    return std::abs(of_a.dot(of_b)) > kFlushCosine * of_a.norm() * of_b.norm();
  }

  SegmentPair between(std::size_t i, std::size_t j) const {
    const auto& [a0, a1] = a_.topology->edges[i];
    const auto& [b0, b1] = b_.topology->edges[j];
    return closestPoints(a_.vertices[a0], a_.vertices[a1], offset_ + b_.vertices[b0], offset_ + b_.vertices[b1]);
  }

  // [m^2], of edges that are near to each other, from edges i and j on: a's nearest to j, then b's nearest to that one.
  double nearby(std::size_t i, std::size_t j) const {
    double least = between(i, j).squared;
    const auto apart = [&](std::size_t k, std::size_t l) {
      const double height = std::max(0.0, heights_.of_b[l] - heights_.of_a[k]);
      return height * height;
    };
    std::size_t nearest = i;
    for (std::size_t k = 0; k < heights_.of_a.size(); ++k) {
      if (apart(k, j) >= least) continue;
      const double squared = between(k, j).squared;
      if (squared >= least) continue;
      least = squared;
      nearest = k;
    }
    for (std::size_t l = 0; l < heights_.of_b.size(); ++l)
      if (apart(nearest, l) < least) least = std::min(least, between(nearest, l).squared);
    return least;
  }

  const Polytope &a_, &b_;
  const Vec3& offset_;
  EdgeHeights& heights_;
};

// Two disjoint polytopes are closest at two edges (or their ends), or at a corner over a face; in the second case the
// faces overlap and the pair never comes here, so that edges suffice.
Closest closestEdges(const Polytope& a, const Polytope& b, const Vec3& offset, const Vec3& normal, double rounding) {
  const Scratch<EdgeHeights> heights;
  return ClosestEdges(a, b, offset, normal, *heights).find(rounding);
}

// Whether bodies that are apart have no points that can meet within the step. It is asked from this many pairs of edges
// on: with fewer, corners that pass each other farther off make contacts, too.
bool outOfReach(const Polytope& a, const Polytope& b, const Closest& closest, const Approach& approach) {
  constexpr std::size_t kManyEdgePairs = 1000;
  constexpr double kBeyond = 1e-4;  // of the bodies' size: errs towards a contact
  const double reach = approach.bound + kBeyond * approach.size;
  return a.topology->edges.size() * b.topology->edges.size() >= kManyEdgePairs && closest.squared > reach * reach;
}

struct Choice {
  Vec3 normal = Vec3::UnitY();    // a to b
  double separation = -HUGE_VAL;  // [m]
  double predicted = -HUGE_VAL;   // [m], after the step
};

// Of the axes that separate the bodies now (or come as close to it as any), the one that does most after the step.
Choice chooseAxis(const Polytope& a, const Polytope& b, const Vec3& point, const Approach& approach,
                  const SeparatingAxis& best) {
  const Vec3 offset = approach.offset();
  const double least = std::min(0.0, best.separation) - kSliver * approach.size;
  Choice choice;
  const auto consider = [&](const Vec3& normal, double separation) {
    if (separation < least) return;
    const double predicted = separation - approach.closing(point, normal);
    if (predicted > choice.predicted + kFaceTie * approach.size) choice = {normal, separation, predicted};
  };
  // No face separates by more than one of the other's points is beyond it.
  const auto consider_faces = [&](const Polytope& p, const Polytope& q, const Vec3& between, double sign) {
    const Vec3 nearest = between + lowestVertex(q, sign * best.normal);
    for (int f = 0; f < p.faceCount(); ++f) {
      const Vec3& normal = p.normals[f];
      if (normal.dot(nearest) - p.offsets[f] < least) continue;
      consider(sign * normal, normal.dot(between) + normal.dot(lowestVertex(q, normal)) - p.offsets[f]);
    }
  };
  consider_faces(a, b, offset, 1.0);
  consider_faces(b, a, -offset, -1.0);
  consider(best.normal, best.separation);
  return choice;
}

bool isFlush(const Polytope& a, const Polytope& b, const Vec3& normal) {
  const auto faces = [](const Polytope& solid, const Vec3& n) {
    return std::any_of(solid.normals.begin(), solid.normals.end(),
                       [&](const Vec3& face) { return face.dot(n) > kFlushCosine; });
  };
  return faces(a, normal) && faces(b, -normal);
}

// The ends of the part where two edges run beside each other.
struct CommonEnds {
  std::array<Vec3, 2> middle;    // between the edges
  std::array<double, 2> height;  // [m], of b's above a's along the normal
};

// False where the edges are farther than `width` [m] from each other, seen along the normal, or run beside each other
// for no more than that.
bool findCommonEnds(const Polytope& a, const Polytope& b, const Vec3& offset, const Closest& closest,
                    const Vec3& normal, double width, CommonEnds& ends) {
  const auto& [a0, a1] = a.topology->edges[closest.edge_a];
  const auto& [b0, b1] = b.topology->edges[closest.edge_b];
  const Vec3 from = a.vertices[a0], other = offset + b.vertices[b0];
  const Vec3 of_a = a.vertices[a1] - from, of_b = b.vertices[b1] - b.vertices[b0], along = of_a.normalized();
  const double first = along.dot(other - from), length = along.dot(of_b);
  const double begin = std::max(0.0, std::min(first, first + length));
  const double end = std::min(of_a.norm(), std::max(first, first + length));
  if (end - begin <= width) return false;
  for (std::size_t i = 0; i < 2; ++i) {
    const double at = i == 0 ? begin : end;
    const Vec3 on_a = from + at * along, on_b = other + (at - first) / length * of_b;
    ends.height[i] = normal.dot(on_b - on_a);
    if ((on_b - on_a - ends.height[i] * normal).norm() > width) return false;
    ends.middle[i] = 0.5 * (on_a + on_b);
  }
  return true;
}

}  // namespace

void polytopeCorner(const Polytope& a, const Polytope& b, const Approach& approach, const SeparatingAxis& best,
                    Patch& patch) {
  const double no_overlap = kNoOverlap * approach.size;
  // Bodies that rest corner to corner are common in stacks of equal boxes: leave before the search for features.
  const bool at_rest = approach.bound - approach.margin <= no_overlap;
  if (at_rest && best.separation > -no_overlap && isFlush(a, b, best.normal)) return;

  Vec3 along = best.normal;
  // Of bodies that are apart few edges are near along the shortest way between them.
  if (best.separation > 0.0) findWay({a, Vec3::Zero()}, {b, approach.offset()}, approach.size, along);
  const Closest closest = closestEdges(a, b, approach.offset(), along, no_overlap);
  if (best.separation > 0.0 && outOfReach(a, b, closest, approach)) return;
  const Choice choice = chooseAxis(a, b, closest.middle, approach, best);
  if (choice.separation > approach.bound) return;
  const bool passing = choice.separation > -no_overlap && choice.predicted > -no_overlap;
  if (passing && isFlush(a, b, choice.normal)) return;
  // Along a normal that lets them pass, bodies may seem to overlap by a sliver more than they do.
  const double gap = std::max(choice.separation, std::min(best.separation, 0.0));
  patch.normal = choice.normal;
  patch.apart = best.separation > touchingGap(approach.h);
  CommonEnds ends;
  if (!findCommonEnds(a, b, approach.offset(), closest, choice.normal, kSliver * approach.size, ends))
    return patch.add(closest.middle, gap, closest.feature());
  const double nearest = std::min(ends.height[0], ends.height[1]);
  for (std::size_t i = 0; i < 2; ++i)
    patch.add(ends.middle[i], gap + ends.height[i] - nearest, closest.feature() | (i == 0 ? 0 : kFarEnd));
}

}  // namespace keystone
