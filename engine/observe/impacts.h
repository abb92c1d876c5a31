// Whether bodies struck each other in a step, whatever stepper made it.
#pragma once

#include "world/simulation.h"

namespace keystone {

// Contacts of the last step that were pushed apart by impact solves of their own, or else that closed faster than
// params.restitution_threshold before it and bore an impulse in it.
int impactsOf(const Simulation& simulation);

}  // namespace keystone
