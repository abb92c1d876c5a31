// Arrows of the velocities of bodies' centres.
#pragma once

#include <vector>

#include "view/contact_signs.h"
#include "view/strokes.h"

namespace keystone {

extern const Vec3 kVelocityColour;  // sRGB

double largestSpeed(const World& world);  // [m/s]; 0 where nothing moves

// `metres` [m per m/s]. Slow ones are left out, and where there is no room the slower ones.
std::vector<Stroke> velocitySigns(const World& world, const Camera& camera, double metres, const SignScale& scale);

}  // namespace keystone
