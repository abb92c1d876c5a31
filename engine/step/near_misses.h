// Contacts ahead that free bodies will not come to.
#pragma once

#include <span>

#include "world/step_context.h"

namespace keystone {

// A contact ahead is linearised: the other body stands for the plane of its nearest face or corner, which a body that
// flies past may cross without touching anything. Drops from result.manifolds those of two bodies that nothing else
// changes the way of (no joint, no contact that is closed or will close) and that do not meet on that way; v [6 bodies]
// the velocities of bodies that nothing touches. Drops none where a sweep cannot tell. Notes step.turned, and drops
// what that says is later.
void dropNearMisses(StepContext& step, std::span<const Body> bodies, const VecX& v);

}  // namespace keystone
