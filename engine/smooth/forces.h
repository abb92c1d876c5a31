// The equations of motion of a part, index 1: forces of joints from J a = -Jdot v.
#pragma once

#include "smooth/part.h"

namespace keystone {

// The forces [N] and torques [N m] about the centres of mass [6 bodies] of part.world as it is, at its time: gravity,
// drags, applied forces, motors and dry friction, and joint forces J^T lambda with
//   M a = f + J^T lambda,   J a = -Jdot v,   J the equality rows of its joints.
// lambda [rows of the joints], [N] or [N m], has driven rows, too; it is empty without joints. dt [s], the length of
// the step: drags are bounded by it. Returns the power [W] of f: joints that hold do no work. Cost: O(rows) for chains.
double findForces(const SmoothPart& part, double dt, VecX& f, VecX& lambda);

enum class HeldRows { Equalities, DrivenToo };

// Changes the velocities by the least impulses, which rotors resist, so that the joints' equality rows have J v = 0.
// With DrivenToo motors that are strong enough turn with their speed as well, and dry friction that is strong enough
// holds.
void holdVelocities(SmoothPart& part, HeldRows held);

}  // namespace keystone
