// What the contacts of a step press with, as it is drawn.
#pragma once

#include <vector>

#include "world/simulation.h"

namespace keystone {

// [contacts] [N], mean forces over the last step; 0 where they are no more than what a solver may leave. Where nothing
// presses two bodies together that touch, as neighbours that hang side by side or fly alike, velocities that cancel but
// for their last digits leave such forces. Empty when the step left no impulses.
std::vector<double> normalForces(const Simulation& simulation);

}  // namespace keystone
