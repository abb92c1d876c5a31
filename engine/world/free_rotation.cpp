// The gyroscopic term, implicitly. In the body frame, with P = I Omega the angular momentum there, one step is
//   P1 = exp(-h Omega_m) P0,   R1 = R0 exp(h Omega_m),   Omega_m = (Omega_0 + Omega_1) / 2.
// R1 P1 = R0 P0 whatever Omega_m is, so that the world's angular momentum is kept. With s = tan(x) / x and
// x = h |Omega_m| / 2, the first line reads I (Omega_1 - Omega_0) + h s Omega_m x (I Omega_m) = 0; its product with
// Omega_m says that the energy is kept too. Newton's method solves it for Omega_m. A midpoint rule on the rotations, as
// the energy and momentum algorithms of simo1991, with the exponential map; explicit Euler gains energy without bound
// here, and implicit Euler brakes the spin.
#include "world/free_rotation.h"

#include <cmath>

namespace keystone {
namespace {

constexpr int kNewtonLimit = 25;       // six do at h |Omega| = 1
constexpr double kRounding = 1e-15;    // relative size of a Newton step that is only rounding
constexpr double kLargestAngle = 1.5;  // [rad] a step; the equation is singular at pi

Mat3 crossMatrix(const Vec3& x) {
  Mat3 m;
  m << 0.0, -x.z(), x.y(), x.z(), 0.0, -x.x(), -x.y(), x.x(), 0.0;
  return m;
}

// s and (ds/dx) / x, both even in x.
struct TangentRatio {
  double value, slope;
};
TangentRatio tangentRatio(double x) {
  if (x < 1e-3) return {1.0 + x * x / 3.0, 2.0 / 3.0};
  const double t = std::tan(x);
  return {t / x, ((1.0 + t * t) * x - t) / (x * x * x)};
}

// False if there is no solution near omega0: too fast a spin for the step.
bool meanSpin(const Mat3& inertia, const Vec3& omega0, double h, Vec3& mean) {
  mean = omega0;
  for (int iteration = 0; iteration < kNewtonLimit; ++iteration) {
    if (!(h * mean.norm() <= kLargestAngle)) return false;
    const TangentRatio s = tangentRatio(0.5 * h * mean.norm());
    const Vec3 momentum = inertia * mean;
    const Vec3 torque = mean.cross(momentum);
    const Vec3 defect = 2.0 * inertia * (mean - omega0) + h * s.value * torque;
    const Vec3 slope = 0.25 * h * h * s.slope * mean;  // d s / d mean
    const Mat3 jacobian = 2.0 * inertia + h * s.value * (crossMatrix(mean) * inertia - crossMatrix(momentum)) +
                          h * torque * slope.transpose();
    const Vec3 change = jacobian.inverse() * defect;
    mean -= change;
    if (change.norm() <= kRounding * mean.norm()) return mean.allFinite();
  }
  return false;
}

}  // namespace

Quat rotationOf(const Vec3& x) {
  const double half = 0.5 * x.norm();
  const double sinc = half < 1e-4 ? 0.5 * (1.0 - half * half / 6.0) : 0.5 * std::sin(half) / half;
  Quat rotation;
  rotation.w() = std::cos(half);
  rotation.vec() = sinc * x;
  return rotation;
}

void rotateFreely(Body& body, double h) {
  const Quat before = body.pose.orientation;
  Vec3 mean = body.omega;  // world frame
  // Spins about a principal axis, and those too fast for the step, keep their axis and speed: the energy is still kept.
  const bool turns = body.isDynamic() && !body.planar && body.omega.squaredNorm() > 0.0;
  Vec3 body_mean;
  const Vec3 omega0 = before.conjugate() * body.omega;
  const bool gyroscopic =
      turns && omega0.cross(body.inertia * omega0).squaredNorm() > 0.0 && meanSpin(body.inertia, omega0, h, body_mean);
  if (gyroscopic) mean = before * body_mean;
  body.pose.orientation = (rotationOf(h * mean) * before).normalized();
  if (gyroscopic) body.omega = body.pose.orientation * (2.0 * body_mean - omega0);
}

}  // namespace keystone
