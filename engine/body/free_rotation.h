// A rigid body's motion under no force and torque, over one step.
#pragma once

#include "body/body.h"

namespace keystone {

// [rad] of a body in a part of a step. What a method of order 4 leaves out is then below 1e-5; the midpoint rule is
// singular at pi, and the error of its phase grows with the square.
inline constexpr double kLargestAngle = 0.25;

// The rotation by the vector x [rad].
Quat rotationOf(const Vec3& x);

// Turns the body for h [s]: orientation and omega change, angular momentum and rotational energy do not. A midpoint
// rule on rotations (after simo1991).
void rotateFreely(Body& body, double h);

// What a rotation never exceeds.
struct SpinBound {
  double omega;  // [rad/s]
  double alpha;  // [rad/s^2]
};

// Of the body's free rotation that begins with omega [rad/s]: the least such bound, which it comes to or near to if it
// goes on for long.
SpinBound greatestSpin(const Body& body, const Vec3& omega);

// Moves the body for h [s] as nothing hinders: straight on, turning freely.
void moveFreely(Body& body, double h);

}  // namespace keystone
