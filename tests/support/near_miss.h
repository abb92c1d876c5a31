// Random bodies that fly past each other.
#pragma once

#include "support/random_solids.h"
#include "support/trial.h"

namespace keystone {

inline constexpr int kFlightSteps = 6;

// A body in flight, alone.
struct Flight {
  Shape shape;
  Body body;

  Pose after(double t) const;
};

struct NearMiss {
  Flight flyer, target;
  double miss = 0.0;  // [m], the least distance on their ways, by samples
};

// At 1 to 100 m/s and up to 20 rad/s, past bodies that fly, others that are fixed, and ground, by 0.1 to 30 mm.
NearMiss randomNearMiss(RandomShapes& random, ShapeSource source, ShapeSource ground);

Simulation start(const NearMiss& miss, const TrialMethod& method);
// By how much velocities are others than those of the same bodies alone. Where they are, and the bodies touch after
// all, which the samples of the aim have passed over, the result says so: by brute force, along the way that steps
// take.
TrialResult run(const NearMiss& miss, const TrialMethod& method);

}  // namespace keystone
