// Joints that feed no energy into a step.
#pragma once

#include "world/step_context.h"

namespace keystone {

// The bend of the joints' paths (problem/assemble_joints.h) keeps the energy of a motion that the step follows well. In
// islands where it gains energy instead, as in chains that whip, it is taken out of the problem: impulses alone hold
// the joints, and these lose energy. True if there are such islands: the problem is then to be solved again.
bool dropGainingBends(StepContext& step);

}  // namespace keystone
