// The steppers, one file each. step() of sim/lane.h picks the lane's.
#pragma once

#include "sim/lane.h"

namespace keystone {

// Velocities and impulses, the gap in the contact condition (velocity_stepper.cpp).
const StepReport& stepVelocity(Lane& lane);
// Accelerations and forces, impulses where bodies collide (acceleration_stepper.cpp).
const StepReport& stepAcceleration(Lane& lane);

// Velocity proportional to force, no inertia (quasistatic_stepper.cpp).
const StepReport& stepQuasistatic(Lane& lane);

// The next poses by Gauss' principle, gaps linearised anew where they lead (position_stepper.cpp).
const StepReport& stepPosition(Lane& lane);

}  // namespace keystone
