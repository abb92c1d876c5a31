// Rotations: cross products as matrices, and how exponential coordinates change.
#pragma once

#include <cmath>

#include "math/types.h"

namespace keystone {

// The matrix that takes y to x cross y.
inline Mat3 crossMatrix(const Vec3& x) {
  Mat3 m;
  m << 0.0, -x.z(), x.y(), x.z(), 0.0, -x.x(), -x.y(), x.x(), 0.0;
  return m;
}

// u' of R = exp(u) R0 that turns with omega [rad/s]:  u' = dexp^-1_u(omega) (munthekaas1998; hairer2006, section IV.8).
// In closed form, with t = |u|:  dexp^-1_u(w) = w - u x w / 2 + (1 - (t / 2) cot(t / 2)) / t^2  u x (u x w).
// Of R = R0 exp(u) with omega in the turning frame: rotationRate(-u, omega).
inline Vec3 rotationRate(const Vec3& u, const Vec3& omega) {
  constexpr double kSmallTurn = 1e-2;  // [rad], below which a series is exact to rounding
  const double t = u.norm();
  const double factor = t < kSmallTurn ? 1.0 / 12.0 + t * t / 720.0 : (1.0 - 0.5 * t / std::tan(0.5 * t)) / (t * t);
  const Vec3 turned = u.cross(omega);
  return omega - 0.5 * turned + factor * u.cross(turned);
}

}  // namespace keystone
