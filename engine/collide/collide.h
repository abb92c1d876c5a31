// Broad and narrow phase in two calls. Both are deterministic: the result depends on the input alone, in its order.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "body/body.h"
#include "collide/manifold.h"

namespace keystone {

struct CollideParams {
  double margin = 0.02;  // [m], speculative: pairs closer than this make contacts before they touch
  bool operator==(const CollideParams&) const = default;
};

// Pairs (a < b) whose bounds, grown by the margin and by the way both travel in h [s], overlap, that share a layer and
// of which one moves and one is dynamic; sorted. Sweep and prune along the axis of largest spread. `pairs` is
// overwritten.
void broadPhase(std::span<const Body> bodies, std::span<const Collider> colliders, const CollideParams& params,
                double h, std::vector<std::pair<int, int>>& pairs);

// Contact manifolds of the pairs, in the pairs' order; pairs farther apart than the margin plus the distance they can
// close in h [s] give none. Planar bodies get contacts in the plane z = 0, at most two a pair. `manifolds` is
// overwritten.
void narrowPhase(std::span<const Body> bodies, std::span<const Collider> colliders,
                 std::span<const std::pair<int, int>> pairs, const CollideParams& params, double h,
                 std::vector<Manifold>& manifolds);

}  // namespace keystone
