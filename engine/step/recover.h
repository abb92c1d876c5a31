// Takes overlap away, by positions alone.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Fills `motion` with the pseudo-velocities [6 bodies] that open overlaps deeper than params.recovery_slop, at
// params.recovery_speed at most, for the contacts of result.problem and the velocities v [6 bodies] at the step's end.
// The contacts are frictionless, all of them hold, and the motion is the smallest (in the mass metric) that does it;
// after a step that an exact solver left unsolved, where no joints must hold, it is what a few sweeps make of that.
// `report` receives the solver's. False when there is no overlap so deep, or the solve failed badly: `motion` then
// means nothing.
bool recoverOverlap(StepContext& step, const VecX& v, DeltaV& motion, SolveReport& report);

}  // namespace keystone
