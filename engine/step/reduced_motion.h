// Free motion of trees in reduced coordinates by the classical Runge-Kutta method.
#pragma once

#include <vector>

#include "world/step_context.h"

namespace keystone {

// Appends to `motions` where the bodies of an island end the step, if all that holds it together are tree joints
// without limits, motors, friction and springs, on what does not move; else nothing. Contacts are the caller's concern.
void moveTreeSmoothly(const StepContext& step, const Island& island, std::vector<BodyMotion>& motions);

}  // namespace keystone
