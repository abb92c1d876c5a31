// Bodies that stay at rest.
#pragma once

#include "world/step_context.h"

namespace keystone {

// What may be missing of the forces that act on bodies at rest: of the speed that they add in a step, or of gravity.
inline constexpr double kBalanced = 1e-9;

// Sets the velocities v [6 bodies] that a step of result.problem ends with to exactly zero for every island that
// was at rest before the step and stays there under the impulses found: to a billionth of the speed that forces add to
// its bodies in the step, linear and turning alike. What is left there is the rounding of the solve; taken as motion it
// adds up, and stacks on the brink of falling fall by it.
void stopWhatRests(const StepContext& step, VecX& v);

}  // namespace keystone
