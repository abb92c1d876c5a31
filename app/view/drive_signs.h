// What drives bodies from outside: arrows of applied forces, ribs that run along a belt.
#pragma once

#include "view/strokes.h"
#include "world/world.h"

namespace keystone {

// `force_scale` [m per N], `width` of the lines in pixels.
std::vector<Stroke> driveSigns(const World& world, double force_scale, double width);

}  // namespace keystone
