// Numbers that change when anything does that bodies at rest depend on.
#pragma once

#include "world/simulation.h"

namespace keystone {

// Of the body and its collider: placement, motion, mass, shape, surface, layers.
std::uint64_t fingerprint(const Body& body, const Collider& collider);

// Of what all bodies share: gravity, the step's length, joints, the method and its parameters.
std::uint64_t fingerprintOfLaw(const StepInput& input);

}  // namespace keystone
