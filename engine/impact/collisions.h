// Bodies that collide: when, and the impulses of one moment at all contacts at once.
#pragma once

#include "world/step_context.h"

namespace keystone {

// u_n [m/s] at a point [m] of a manifold, by the velocities v [6 bodies].
double normalSpeed(std::span<const Body> bodies, const VecX& v, const Manifold& manifold, const Vec3& point);

// Time [s] until the first contact of result.manifolds that approaches faster than restitution_threshold closes, at
// most step.dt; bodies move from their velocities to v_free [6 bodies] within step.dt. Touching contacts do not count.
double timeToCollision(const StepContext& step, const VecX& v_free);

// The contacts but for those that collide within dt [s], which forces must leave alone.
void withoutColliding(const StepContext& step, const VecX& v_free, double dt, std::vector<Manifold>& contacts);

struct Impacts {
  int contacts = 0;      // pushed apart, each impact counted
  double largest = 0.0;  // [N s], normal impulse
  CheckedSolve solve;    // effort of all impacts, the worst status and residual
  std::string note;      // what was done beyond solving; else empty
};

// Which contacts an impact can reach.
enum class ImpactScope {
  Touching,   // gaps that are none (touchingGap)
  WithinStep  // and those with restitution that would close within step.dt under gravity and drags
};

// Impact after impact, until no contact in reach approaches faster than restitution_threshold: changes the velocities
// of the world's bodies. An impact is one solve with Newton's restitution, u+ >= -e u-, friction as the sliding before
// it says; what takes part is up to params.impacts. By Poisson's and Stronge's
// laws (impulse_path.h) it is the one pair that approaches fastest; joined bodies have Newton's. If friction and
// restitution together would gain energy, restitution is reduced until they do not (keep_energy.h). False, and `why`,
// when the solver left nothing to go on with.
bool resolveImpacts(StepContext& step, ImpactScope reach, Impacts& impacts, std::string& why);

}  // namespace keystone
