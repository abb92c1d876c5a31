// The gyroscopic term, implicitly. In the body frame, with P = I Omega the angular momentum there, one step is
//   P1 = exp(-h Omega_m) P0,   R1 = R0 exp(h Omega_m),   Omega_m = (Omega_0 + Omega_1) / 2.
// R1 P1 = R0 P0 whatever Omega_m is, so that the world's angular momentum is kept. With s = tan(x) / x and
// x = h |Omega_m| / 2, the first line reads I (Omega_1 - Omega_0) + h s Omega_m x (I Omega_m) = 0; its product with
// Omega_m says that the energy is kept too. Newton's method solves it for Omega_m. A midpoint rule on the rotations, as
// the energy and momentum algorithms of simo1991, with the exponential map; explicit Euler gains energy without bound
// here, and implicit Euler brakes the spin.
#include "body/free_rotation.h"

#include <algorithm>
#include <cmath>

#include "math/rotation_rate.h"
#include "math/rounding.h"

namespace keystone {
namespace {

constexpr int kNewtonLimit = 25;     // six do at h |Omega| = 1
constexpr int kMostParts = 1 << 16;  // more take longer than a frame

// s and (ds/dx) / x, both even in x.
struct TangentRatio {
  double value, slope;
};
TangentRatio tangentRatio(double x) {
  if (x < 1e-3) return {1.0 + x * x / 3.0, 2.0 / 3.0};
  const double t = std::tan(x);
  return {t / x, ((1.0 + t * t) * x - t) / (x * x * x)};
}

// False if there is no solution near omega0.
bool meanSpin(const Mat3& inertia, const Vec3& omega0, double h, Vec3& mean) {
  mean = omega0;
  for (int iteration = 0; iteration < kNewtonLimit; ++iteration) {
    if (!(h * mean.norm() <= 2.0 * kLargestAngle)) return false;
    const TangentRatio s = tangentRatio(0.5 * h * mean.norm());
    const Vec3 momentum = inertia * mean;
    const Vec3 torque = mean.cross(momentum);
    const Vec3 defect = 2.0 * inertia * (mean - omega0) + h * s.value * torque;
    const Vec3 slope = 0.25 * h * h * s.slope * mean;  // d s / d mean
    const Mat3 jacobian = 2.0 * inertia + h * s.value * (crossMatrix(mean) * inertia - crossMatrix(momentum)) +
                          h * torque * slope.transpose();
    const Vec3 change = jacobian.inverse() * defect;
    mean -= change;
    if (change.norm() <= kFewRoundings * mean.norm()) return mean.allFinite();
  }
  return false;
}

// `omega` in the body's frame. Parts of equal length and what remains, so that the way is continuous in h. False, and
// both are of no meaning, where a part has no solution.
bool rotateInParts(const Mat3& inertia, double h, double part, Quat& orientation, Vec3& omega) {
  for (double left = h; left > 0.0; left -= part) {
    Vec3 mean;
    const double length = std::min(part, left);
    if (!meanSpin(inertia, omega, length, mean)) return false;
    orientation = (orientation * rotationOf(length * mean)).normalized();
    omega = 2.0 * mean - omega;
  }
  return true;
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
  const Vec3 omega0 = body.pose.orientation.conjugate() * body.omega;
  const bool gyroscopic = body.isDynamic() && !body.planar && omega0.cross(body.inertia * omega0).squaredNorm() > 0.0;
  // A spin about a principal axis keeps its axis and speed.
  if (!gyroscopic) {
    body.pose.orientation = (rotationOf(h * body.omega) * body.pose.orientation).normalized();
    return;
  }
  // A part whose spin grows too fast for it is none: all are halved.
  for (double part = kLargestAngle / omega0.norm(); h <= kMostParts * part; part *= 0.5) {
    Quat orientation = body.pose.orientation;
    Vec3 omega = omega0;
    if (!rotateInParts(body.inertia, h, part, orientation, omega)) continue;
    body.pose.orientation = orientation;
    body.omega = orientation * omega;
    return;
  }
  body.pose.orientation = (rotationOf(h * body.omega) * body.pose.orientation).normalized();
}

// Energy and momentum keep sum I_i w_i and sum I_i^2 w_i, where w_i are the squares of omega along the principal axes:
// w stays on a line, between the places where one of them is none. On it |omega|^2 is linear, and |alpha|^2 is
// quadratic by Euler's equations, alpha_i = (I_j - I_k) / I_i omega_j omega_k.
SpinBound greatestSpin(const Body& body, const Vec3& omega) {
  if (!body.isDynamic() || body.planar || omega.isZero(0.0)) return {omega.norm(), 0.0};
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(body.inertia);
  const Vec3 I = axes.eigenvalues();
  const Vec3 w = (axes.eigenvectors().transpose() * (body.pose.orientation.conjugate() * omega)).cwiseAbs2();
  const double d01 = I[1] - I[0], d02 = I[2] - I[0], d12 = I[2] - I[1];
  const Vec3 line(I[1] * I[2] * d12, -I[0] * I[2] * d02, I[0] * I[1] * d01);
  const double growth = d01 * d02 * d12;  // the sum of these
  double from = 0.0, to = 0.0;            // the part of the line, w + s line
  if (d02 > 0.0) {                        // I ascends: line[1] is negative, the others are not, and not both are zero
    const auto fall = [&](int i) { return line[i] != 0.0 ? w[i] / std::abs(line[i]) : HUGE_VAL; };
    from = -std::min(fall(0), fall(2));
    to = fall(1);
  }
  Vec3 alpha2 = Vec3::Zero();  // |alpha|^2 at s: alpha2[0] + s alpha2[1] + s^2 alpha2[2]
  for (int i = 0, j = 1, k = 2; i < 3; j = k, k = i++) {
    const double uneven = (I[j] - I[k]) / I[i];
    alpha2 += uneven * uneven * Vec3(w[j] * w[k], w[j] * line[k] + w[k] * line[j], line[j] * line[k]);
  }
  const auto alpha2At = [&](double s) { return alpha2[0] + s * (alpha2[1] + s * alpha2[2]); };
  double most = std::max(alpha2At(from), alpha2At(to));
  if (alpha2[2] < 0.0) most = std::max(most, alpha2At(std::clamp(-0.5 * alpha2[1] / alpha2[2], from, to)));
  return {std::sqrt(w.sum() + to * growth), std::sqrt(most)};
}

void moveFreely(Body& body, double h) {
  body.pose.position += h * body.velocity;
  rotateFreely(body, h);
}

}  // namespace keystone
