// Steps that bodies would pass through each other in, taken in parts.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Runs a stepper over step.dt. A contact is linearised where the step begins: a body that turns or travels far within a
// step may get past it. Where that happens, to bodies that move by more than the thinner one's inner radius, the step
// is taken again in parts that end where bodies meet (their time of impact), each a step of its own. Without such
// bodies this is the stepper alone. The report sums the parts up, with the worst residual; problem and solution are the
// last part's.
void stepInParts(StepContext& step, void (*run)(StepContext& step));

}  // namespace keystone
