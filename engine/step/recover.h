// Takes overlap away, by positions alone.
#pragma once

#include "step/step.h"

namespace keystone {

// Fills `motion` with the pseudo-velocities [6 bodies] that open overlaps deeper than params.recovery_slop, at
// params.recovery_speed at most, for the contacts of simulation.problem and the velocities v [6 bodies] at the step's
// end. Where a hard solve took contacts to be off (SolveReport::shift) while bodies move, overlap of that size is left
// as well. The contacts are frictionless, all of them hold, and the motion is the smallest (in the mass metric) that
// does it. The problem solved stays in the simulation, `report` receives the solver's. False when there is no overlap
// so deep, or the solve failed badly: `motion` then means nothing.
bool recoverOverlap(Simulation& simulation, const VecX& v, VecX& motion, SolveReport& report);

}  // namespace keystone
