// Sleeping: bodies at rest that nothing touches are left out of the step until something does.
#pragma once

#include "sim/simulation.h"

namespace keystone {

// params.sleeping under a stepper that can.
bool maySleep(const Simulation& simulation);

// One step of the simulation's stepper in which sleepers are what does not move, without contacts among themselves and
// with what is static, and joints among them left out.
//
// Bodies that contacts or joints connect fall asleep together, when for 30 steps in a row the solve was exact, none of
// them moved faster than 1e-8 m/s, none was dragged or touched by a moving kinematic body, and their contacts hold them
// (sim/immobilised.h). Before the step they wake, all of a group and with the impulses of their last step, when
//   - a body that moves comes into their contact reach, or a drag holds one of them;
//   - one of them, a joint, a static or kinematic body, gravity, the method or its parameters is not as it was.
// The world's state alone decides, so that the same input gives the same bits.
const StepReport& stepWithSleepers(Simulation& simulation);

// Whether the body has lain still for long enough to sleep, as every sleeper has; and that it has, of one that comes
// from a file: it sleeps after the next step, if that finds it still at rest and held.
bool hasRested(const World& world, int body);
void setRested(World& world, int body);

}  // namespace keystone
