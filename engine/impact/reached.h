// The contacts that an impact can reach.
#pragma once

#include "world/step_context.h"

namespace keystone {

enum class ImpactScope {
  Touching,   // gaps that are none (touchingGap)
  WithinStep  // and those with restitution that would close within step.dt under gravity and drags
};

// u_n [m/s] at a point [m] of a manifold, by the velocities v [6 bodies].
double normalSpeed(std::span<const Body> bodies, const VecX& v, const Manifold& manifold, const Vec3& point);

// The points for which keep(manifold, point).
template <class Keep>
void filter(const std::vector<Manifold>& manifolds, Keep keep, std::vector<Manifold>& kept) {
  kept.clear();
  for (const Manifold& manifold : manifolds) {
    Manifold some = manifold;
    some.count = 0;
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      if (keep(manifold, point)) some.points[some.count++] = point;
    }
    if (some.count > 0) kept.push_back(some);
  }
}

// The contacts of one moment; memory that is used again.
struct ReachedContacts {
  VecX v, v_free;                              // [6 bodies], velocities now, and without contacts at the step's end
  std::vector<Manifold> reached, approaching;  // by an impact now; those that approach faster than the threshold
};

// Finds them by the velocities that the world's bodies have now.
void findReached(const StepContext& step, ImpactScope scope, ReachedContacts& contacts);

}  // namespace keystone
