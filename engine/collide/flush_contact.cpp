#include "collide/flush_contact.h"

#include <algorithm>

#include "collide/patch.h"
#include "collide/roof_contact.h"
#include "collide/touching.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr double kSamePlane = 1e-7;  // of the smaller body's radius, between points of one plane

bool touches(const Manifold& manifold, double h) {
  return std::ranges::any_of(pointsOf(manifold),
                             [&](const ManifoldPoint& point) { return point.gap <= touchingGap(h); });
}

class FlushPair {
 public:
  FlushPair(std::span<const Body> bodies, std::span<const Collider> colliders, const Manifold& first,
            const CollideParams& params, double h, std::vector<std::size_t>& found)
      : a_(bodies[first.a]),
        b_(bodies[first.b]),
        of_a_(colliders[first.a].shape),
        of_b_(colliders[first.b].shape),
        approach_(makeApproach(a_, boundingRadius(of_a_), b_, boundingRadius(of_b_), params.margin, h)),
        found_(found) {}

  bool areFlush(const Manifold& one, const Manifold& other) const {
    if ((one.normal - other.normal).norm() > kSameNormal || one.material != other.material) return false;
    return std::abs(heightOf(one) - heightOf(other)) <= kSamePlane * approach_.size;
  }

  // The points of manifolds that are flush with the first of them, which it takes.
  void join(std::vector<ManifoldPoint>& points, Manifold& first) {
    for (ManifoldPoint& point : points) point.point -= a_.pose.position;
    patch_.count = 0;
    patch_.normal = first.normal;
    found_.clear();
    findOutermost(points, first.normal, kFaceTie * approach_.size, 0.0, found_);
    sortOnce(found_);
    for (const std::size_t i : found_) patch_.addFrom(points[i]);
    select(patch_, approach_, kMostRoundPoints, first);
  }

 private:
  // Of the plane of a's surface along the normal; b's is as far as the gap from it, at each point.
  double heightOf(const Manifold& manifold) const {
    const bool ground_is_b = isOfTriangles(of_b_);
    const ManifoldPoint& point = manifold.points[0];
    return manifold.normal.dot(point.point - a_.pose.position) + (ground_is_b ? 0.5 : -0.5) * point.gap;
  }

  const Body &a_, &b_;
  const Shape &of_a_, &of_b_;
  Approach approach_;
  Patch patch_;
  std::vector<std::size_t>& found_;
};

struct FlushWorkspace {
  std::vector<ManifoldPoint> points;
  std::vector<std::size_t> found;
};

// Those of one pair; what another one has taken over has no points left.
void joinPair(FlushPair& pair, std::span<Manifold> own, double h, std::vector<ManifoldPoint>& points) {
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].count == 0 || !touches(own[i], h)) continue;
    points.clear();
    for (std::size_t k = i + 1; k < own.size(); ++k) {
      if (own[k].count == 0 || !touches(own[k], h) || !pair.areFlush(own[i], own[k])) continue;
      if (points.empty()) points.assign(pointsOf(own[i]).begin(), pointsOf(own[i]).end());
      points.insert(points.end(), pointsOf(own[k]).begin(), pointsOf(own[k]).end());
      own[k].count = 0;
    }
    if (!points.empty()) pair.join(points, own[i]);
  }
}

}  // namespace

void joinFlush(std::span<const Body> bodies, std::span<const Collider> colliders, const CollideParams& params, double h,
               std::vector<Manifold>& manifolds) {
  const Scratch<FlushWorkspace> workspace;
  const auto is_ground = [&](int body) { return isOfTriangles(colliders[body].shape); };
  for (auto begin = manifolds.begin(); begin != manifolds.end();) {
    const auto end = std::find_if(begin, manifolds.end(), [&](const Manifold& manifold) {
      return manifold.a != begin->a || manifold.b != begin->b;
    });
    if (end - begin > 1 && (is_ground(begin->a) || is_ground(begin->b))) {
      FlushPair pair(bodies, colliders, *begin, params, h, workspace->found);
      joinPair(pair, {begin, end}, h, workspace->points);
    }
    begin = end;
  }
  std::erase_if(manifolds, [](const Manifold& manifold) { return manifold.count == 0; });
}

}  // namespace keystone
