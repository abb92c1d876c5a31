// Random impacts with friction.
#pragma once

#include "support/random_solids.h"
#include "support/trial.h"

namespace keystone {

struct ImpactTrial {
  World world;
};

// A body that meets ground, a fixed body or one that flies, at 1 to 100 m/s and up to 30 rad/s. Three in ten are in the
// plane, of shapes that can be there.
ImpactTrial randomImpact(RandomShapes& random, ShapeSource source = anySolid);

Simulation start(const ImpactTrial& impact, const TrialMethod& method);
// The gain is a share of the energy before the step; where springs may give energy back, of that at first.
TrialResult run(const ImpactTrial& impact, const TrialMethod& method);

}  // namespace keystone
