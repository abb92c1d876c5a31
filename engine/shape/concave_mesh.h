// Concave mesh files as compounds of convex parts.
#pragma once

#include <string>

#include "shape/compound.h"

namespace keystone {

// The mesh of a file, read by readClosedMesh, taken apart into convex parts until no dent deeper than `concavity` [m]
// is filled, 256 parts at most; CompoundData::mesh says how far they are from it. The shift of the centre goes to
// *center. Throws std::runtime_error as hullFromMesh does.
Compound compoundFromMesh(const std::string& path, double scale, double concavity, Vec3* center = nullptr,
                          int close_holes = 0);

}  // namespace keystone
