// Bodies that collide: when, and the impulses of one moment at all contacts at once.
#pragma once

#include "impact/strike.h"

namespace keystone {

// Time [s] until the first contact of result.manifolds that approaches faster than restitution_threshold closes, at
// most step.dt; bodies move from their velocities to v_free [6 bodies] within step.dt. Touching contacts do not count.
double timeToCollision(const StepContext& step, const VecX& v_free);

// The contacts but for those that collide within dt [s], which forces must leave alone.
void withoutColliding(const StepContext& step, const VecX& v_free, double dt, std::vector<Manifold>& contacts);

// Impact after impact, until no contact in reach approaches faster than restitution_threshold: changes the velocities
// of the world's bodies. What takes part in an impact is up to params.impacts. False, and `why`, when the solver left
// nothing to go on with.
bool resolveImpacts(StepContext& step, ImpactScope scope, Impacts& impacts, std::string& why);

}  // namespace keystone
