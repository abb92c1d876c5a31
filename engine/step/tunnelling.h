// Steps that bodies would pass through each other in, or hit each other askew, taken in parts.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Runs a stepper over step.dt. A contact is linearised where the step begins: a body that turns or travels far within a
// step may get past it, or meet the other one along another normal (TurnedContacts in step/turned_contacts.h). Where
// the one happens, to bodies that move by more than the thinner one's inner radius, or the other, by more than kTurning
// of it, the step is taken again in parts that end where bodies meet (their time of impact), each a step of its own.
// Without such bodies this is the stepper alone. The report sums the parts up, with the worst residual; problem and
// solution are the last part's.
void stepInParts(StepContext& step, void (*run)(StepContext& step));

}  // namespace keystone
