// Sleeping: bodies at rest that nothing touches are left out of the step until something does.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Bodies that contacts or joints connect fall asleep together, when for 30 steps in a row the solve was exact, none of
// them moved faster than 1e-8 m/s, none was dragged, pushed by a periodic or timed force or touched by a moving
// kinematic body or belt, and their contacts immobilise them (sleep/immobilised.h). Before the step they wake, all of a
// group and with the impulses of their last step, when
//   - a body that moves comes into their contact reach, a drag holds one of them, or a timed force begins to push one;
//   - one of them, a joint, a static or kinematic body, gravity, the method or its parameters is not as it was.
// The world's state alone decides, so that the same input gives the same bits.
// During the step those that sleep are fixed (Body::isFixed), and their joints have no rows.
void wakeWhatMust(StepContext& step);
// Whether somebody sleeps, nothing moves and nobody is to wake, so that the step has nothing to do.
bool sleepsOn(const StepInput& input);

// After a step. True when somebody fell asleep. What has rested but is not immobilised is asked again after as many
// steps.
bool putToSleep(StepContext& step);
// Takes the fingerprints of what changes only when somebody changes it: of sleepers once, `fell`, when some have just
// fallen asleep; of bodies that nothing pushes after each step, which moves kinematic ones.
void takeFingerprints(StepContext& step, bool fell);

// Whether the body has lain still for long enough to sleep, as every sleeper has; and that it has, of one that comes
// from a file: it sleeps after the next step, if that finds it still at rest and immobilised.
bool hasRested(const World& world, int body);
void setRested(World& world, int body);

}  // namespace keystone
