// Random bodies shot at walls.
#pragma once

#include "support/random_solids.h"
#include "support/trial.h"

namespace keystone {

// A wall across x, and a body that flies towards it.
struct WallShot {
  double thickness, wall_speed;  // [m], [m/s]
  Shape shape;
  Body body;
};

// At 1 to 1000 m/s and up to 300 rad/s at walls of 1 to 50 mm, of which three in ten move at up to 20 m/s.
WallShot randomWallShot(RandomShapes& random, ShapeSource source = anySolid);

// The wall is body 0.
Simulation start(const WallShot& shot, const TrialMethod& method);
// The impact is in the second step. The body has passed when its centre is beyond that of the wall; its energy counts
// as seen from the wall, where none is gained, as a share of that at first.
TrialResult run(const WallShot& shot, const TrialMethod& method);

}  // namespace keystone
