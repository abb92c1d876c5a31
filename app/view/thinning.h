// Which of many signs to draw, so that they do not hide what they stand on. Needs no OpenGL.
#pragma once

#include <span>
#include <vector>

#include "math/types.h"

namespace keystone {

struct SignPlace {
  Vec2 pixel = Vec2::Zero();
  double spacing = 0.0;  // [pixels] to the next sign of its kind; 0: it is drawn in any case
  double weight = 0.0;   // the larger, the rather it is drawn
  int kind = 0;          // kinds do not make room for each other, so that the rare ones stay
};

// One flag a place. Goes from the heaviest to the lightest and keeps what has the room; weights that differ by less
// than a quarter count as equal, so that forces that tremble do not make signs flicker.
std::vector<bool> thinned(std::span<const SignPlace> places);

}  // namespace keystone
