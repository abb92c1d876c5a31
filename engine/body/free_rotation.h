// A rigid body's motion under no force and torque, over one step.
#pragma once

#include "body/body.h"

namespace keystone {

// The rotation by the vector x [rad].
Quat rotationOf(const Vec3& x);

// Turns the body for h [s]: orientation and omega change, angular momentum and rotational energy do not. A midpoint
// rule on rotations (after simo1991).
void rotateFreely(Body& body, double h);

// Moves the body for h [s] as nothing hinders: straight on, turning freely.
void moveFreely(Body& body, double h);

}  // namespace keystone
