// The contact problem of a step.
#pragma once

#include <span>

#include "world/simulation.h"

namespace keystone {

// The contact and joint rows of a step of world.h under v_free [6 bodies]. Impacts slower than
// restitution_threshold [m/s] do not bounce. In place.
void assembleStep(const World& world, const StepParams& params, std::span<const Manifold> manifolds, const VecX& v_free,
                  double restitution_threshold, ContactProblem& problem);

}  // namespace keystone
