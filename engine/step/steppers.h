// The steppers, one file each. step() of step/step.h picks one.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Velocities and impulses, the gap in the contact condition (velocity_stepper.cpp).
void stepVelocity(StepContext& step);
// The same, where it stops at each impact (event_driven.cpp).
void stepEventDriven(StepContext& step);
// Accelerations and forces, impulses where bodies collide (acceleration_stepper.cpp).
void stepAcceleration(StepContext& step);

// Velocity proportional to force, no inertia (quasistatic_stepper.cpp).
void stepQuasistatic(StepContext& step);

// The next poses by Gauss' principle, gaps linearised anew where they lead (position_stepper.cpp).
void stepPosition(StepContext& step);

// Augmented vertex block descent, a method of its own (avbd_stepper.cpp).
void stepAvbd(StepContext& step);

// Soft constraints in substeps, a method of its own (tgs_soft_stepper.cpp).
void stepTgsSoft(StepContext& step);

// Penalty forces in substeps, a method of its own (penalty_stepper.cpp).
void stepPenalty(StepContext& step);

// Impulses by a preview of the joints, a method of its own (impulse_stepper.cpp).
void stepImpulse(StepContext& step);

}  // namespace keystone
