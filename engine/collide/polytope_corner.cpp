#include "collide/polytope_corner.h"

#include <algorithm>
#include <cmath>

#include "collide/segment.h"
#include "collide/touching.h"

namespace keystone {
namespace {

constexpr std::uint32_t kCorner = 1u << 31;

struct Closest {
  double squared = HUGE_VAL;  // [m^2]
  Vec3 middle = Vec3::Zero();
  std::uint32_t feature = 0;
};

// Two disjoint polytopes are closest at two edges (or their ends), or at a corner over a face; in the second case the
// faces overlap and the pair never comes here, so that edges suffice.
Closest closestEdges(const Polytope& a, const Polytope& b, const Vec3& offset) {
  Closest best;
  const auto& edges_a = a.topology->edges;
  const auto& edges_b = b.topology->edges;
  for (std::size_t i = 0; i < edges_a.size(); ++i) {
    const Vec3& a0 = a.vertices[edges_a[i].first];
    const Vec3& a1 = a.vertices[edges_a[i].second];
    for (std::size_t j = 0; j < edges_b.size(); ++j) {
      const SegmentPair pair =
          closestPoints(a0, a1, offset + b.vertices[edges_b[j].first], offset + b.vertices[edges_b[j].second]);
      if (pair.squared >= best.squared) continue;
      best = {pair.squared, 0.5 * (pair.on_a + pair.on_b),
              kCorner | static_cast<std::uint32_t>(i & 0x7fff) << 15 | static_cast<std::uint32_t>(j & 0x7fff)};
    }
  }
  return best;
}

struct Choice {
  Vec3 normal = Vec3::UnitY();    // a to b
  double separation = -HUGE_VAL;  // [m]
  double predicted = -HUGE_VAL;   // [m], after the step
};

double separationAlong(const Vec3& normal, double p_offset, const Polytope& q, const Vec3& offset) {
  double nearest = HUGE_VAL;
  for (const Vec3& vertex : q.vertices) nearest = std::min(nearest, normal.dot(vertex));
  return normal.dot(offset) + nearest - p_offset;
}

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
  for (int f = 0; f < a.faceCount(); ++f)
    consider(a.normals[f], separationAlong(a.normals[f], a.offsets[f], b, offset));
  for (int f = 0; f < b.faceCount(); ++f) {
    consider(-b.normals[f], separationAlong(b.normals[f], b.offsets[f], a, -offset));
  }
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

}  // namespace

void polytopeCorner(const Polytope& a, const Polytope& b, const Approach& approach, const SeparatingAxis& best,
                    Patch& patch) {
  const double no_overlap = kNoOverlap * approach.size;
  // Bodies that rest corner to corner are common in stacks of equal boxes: leave before the search for features.
  const bool at_rest = approach.bound - approach.margin <= no_overlap;
  if (at_rest && best.separation > -no_overlap && isFlush(a, b, best.normal)) return;

  const Closest closest = closestEdges(a, b, approach.offset());
  const Choice choice = chooseAxis(a, b, closest.middle, approach, best);
  if (choice.separation > approach.bound) return;
  const bool passing = choice.separation > -no_overlap && choice.predicted > -no_overlap;
  if (passing && isFlush(a, b, choice.normal)) return;
  // Along a normal that lets them pass, bodies may seem to overlap by a sliver more than they do.
  const double gap = std::max(choice.separation, std::min(best.separation, 0.0));
  patch.normal = choice.normal;
  patch.apart = best.separation > touchingGap(approach.h);
  patch.add(closest.middle, gap, closest.feature);
}

}  // namespace keystone
