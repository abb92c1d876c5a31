// The steppers, one file each. step() of world/simulation.h picks the simulation's.
#pragma once

#include "step/step.h"

namespace keystone {

// Velocities and impulses, the gap in the contact condition (velocity_stepper.cpp).
const StepReport& stepVelocity(Simulation& simulation);
// Accelerations and forces, impulses where bodies collide (acceleration_stepper.cpp).
const StepReport& stepAcceleration(Simulation& simulation);

// Velocity proportional to force, no inertia (quasistatic_stepper.cpp).
const StepReport& stepQuasistatic(Simulation& simulation);

// The next poses by Gauss' principle, gaps linearised anew where they lead (position_stepper.cpp).
const StepReport& stepPosition(Simulation& simulation);

}  // namespace keystone
