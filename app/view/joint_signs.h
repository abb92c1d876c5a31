// What joints look like: white circles at their anchors, a line along a rod or rope, the coil of a spring.
#pragma once

#include <vector>

#include "view/strokes.h"
#include "world/world.h"

namespace keystone {

struct JointSigns {
  std::vector<Mark> marks;
  std::vector<Stroke> strokes;
};

// `radius` of the circles and `width` of the lines in pixels.
JointSigns jointSigns(const World& world, double radius, double width);

}  // namespace keystone
