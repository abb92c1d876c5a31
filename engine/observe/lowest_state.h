// Where a tower of bricks comes to lie: its state of least potential energy.
#pragma once

#include <optional>
#include <vector>

#include "world/world.h"

namespace keystone {

struct SunkBrick {
  int body;            // index
  double sink = 0.0;   // [m], of its centre, downwards
  double slope = 0.0;  // rise along x of its bed, 0 now
};

struct LowestState {
  double energy = 0.0;      // [J], of what is given up
  bool bottomless = false;  // a brick has nothing below: no state is the lowest, and the rest is empty
  bool solved = false;
  std::vector<SunkBrick> bricks;  // dynamic bodies
};

// Of the states in which bricks have sunk and tilted, but kept their places along x, that of least potential energy: a
// linear program (Rote and Zwick, the right of figure 2 and section 9). Tilts count as small: a brick is a bed and a
// top that stay their thickness apart. The lowest state is the present one if and only if the bricks are balanced
// without friction. None where the world is not of level bricks: planar, gravity along -y, upright boxes on boxes and a
// level floor, no joints.
std::optional<LowestState> lowestState(const World& world);

}  // namespace keystone
