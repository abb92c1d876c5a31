// Compounds whose mass is not spread over their parts as their densities say.
#pragma once

#include "shape/compound.h"

namespace keystone {

// The parts with their frame's origin at `origin` [m], wherever their own centre of mass is: bodies of this shape need
// their mass and inertia given. Throws as makeCompound().
Compound compoundAbout(std::vector<Part> parts, const Vec3& origin);

// Whether a compound's origin is not the centre of mass of its parts, beyond rounding.
bool isOffCentre(const Compound& compound);

}  // namespace keystone
