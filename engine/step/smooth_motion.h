// Motion of what touches nothing, by the integrator that the step has been given.
#pragma once

#include "world/step_context.h"

namespace keystone {

// Where bodies that nothing touches end the step, by params.integrator: islands of result.problem without contacts, and
// bodies that are in none. Those not listed move by the step's impulses: what contacts hold, what ends at a limit of a
// joint, what stays at rest, and what the integrator leaves to them. result.joint_impulse becomes what joints do in all
// this. The report's note says where an integrator failed.
void moveSmoothly(StepContext& step);

}  // namespace keystone
