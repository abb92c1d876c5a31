// Every force but gravity and those of contacts and rigid joints, as a function of state and time.
#pragma once

#include "world/world.h"

namespace keystone {

// The step that forces act in: drags and springs are no stiffer than it carries (problem/spring_rows.h).
struct ForceStep {
  double time;        // [s], at which forces that depend on time are taken
  double dt;          // [s], length of the step
  double force_time;  // [s], velocity that a force adds over the acceleration it gives: dt where bodies have inertia
};

bool hasForces(const World& world);
// Forces and torques [6 bodies] (N, N m about the centre of mass), world axes, of drags, applied forces, efforts and
// springs, with the bodies where they are.
void externalForces(const World& world, const ForceStep& step, VecX& forces);

}  // namespace keystone
