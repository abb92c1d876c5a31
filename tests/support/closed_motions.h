// Motions of one body whose closed form is known at any time.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include "body/body.h"
#include "step/step.h"

namespace keystone {

struct ClosedMotion {
  std::string_view name;
  double duration;                                // [s], after which errors are compared
  Simulation (*begin)();                          // at its start
  double (*error)(const Simulation& simulation);  // [m], from the closed form at the simulation's time
};

inline constexpr double kGravityOfMotions = 9.81;  // [m/s^2]

// The amplitude of Jacobi's elliptic functions, sn(x, k) = sin(am(x, k)), by the arithmetic-geometric mean
// (Abramowitz and Stegun 16.4).
inline double jacobiAmplitude(double x, double k) {
  constexpr int kDepth = 12;
  double a[kDepth + 1]{1.0}, c[kDepth + 1]{k}, b = std::sqrt(1.0 - k * k);
  for (int n = 0; n < kDepth; ++n) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = std::sqrt(a[n] * b);
  }
  double amplitude = std::ldexp(a[kDepth] * x, kDepth);
  for (int n = kDepth; n > 0; --n) amplitude = 0.5 * (amplitude + std::asin(c[n] / a[n] * std::sin(amplitude)));
  return amplitude;
}

inline Simulation emptyWorld() {
  Simulation simulation;
  simulation.solver = defaultSolver();
  return simulation;
}

// A ball of 1 kg thrown up and aside.
inline Simulation beginProjectile() {
  Simulation simulation = emptyWorld();
  Body ball;
  ball.velocity = {3.0, 5.0, 0.0};
  addBody(simulation.world, ball, {Sphere{0.1}, {}});
  return simulation;
}
inline double projectileError(const Simulation& simulation) {
  const double t = simulation.world.time;
  const Vec3 expected(3.0 * t, 5.0 * t - 0.5 * kGravityOfMotions * t * t, 0.0);
  return (simulation.world.bodies[0].pose.position - expected).norm();
}

// A rod of 1 m on a hinge at the origin, let go 2 rad from hanging: sin(angle / 2) = k sn(w t + K, k) with
// k = sin(1), w^2 = m g l / I (Landau and Lifshitz, Mechanics, section 11).
inline constexpr double kSwing = 2.0;  // [rad]
inline Simulation beginPendulum() {
  Simulation simulation = emptyWorld();
  Body rod;
  rod.inertia = Vec3(1e-3, 1.0 / 12.0, 1.0 / 12.0).asDiagonal();
  rod.pose.position = {0.5 * std::sin(kSwing), -0.5 * std::cos(kSwing), 0.0};
  rod.pose.orientation = Quat(Eigen::AngleAxisd(kSwing - 0.5 * std::numbers::pi, Vec3::UnitZ()));
  addBody(simulation.world, rod, {Box{{0.5, 0.05, 0.05}}, {}});
  Joint hinge;
  hinge.kind = JointKind::Hinge;
  hinge.b = 0;
  attach(hinge, simulation.world.bodies, Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ());
  simulation.world.joints.push_back(hinge);
  return simulation;
}
inline double pendulumPeriod() {
  return 4.0 * std::comp_ellint_1(std::sin(0.5 * kSwing)) / std::sqrt(1.5 * kGravityOfMotions);
}
inline double pendulumError(const Simulation& simulation) {
  const double k = std::sin(0.5 * kSwing), w = std::sqrt(1.5 * kGravityOfMotions);
  const double sn = std::sin(jacobiAmplitude(w * simulation.world.time + std::comp_ellint_1(k), k));
  const double angle = 2.0 * std::asin(k * sn);
  const Vec3 expected(0.5 * std::sin(angle), -0.5 * std::cos(angle), 0.0);
  return (simulation.world.bodies[0].pose.position - expected).norm();
}

// A symmetric top, its point held at the origin by a ball joint: 2 kg, 0.2 m from the point to the centre of mass.
struct HeavyTop {
  double mass = 2.0, length = 0.2, across = 0.045, along = 0.09;  // [kg], [m], moments [kg m^2] about the centre
  double spin = 60.0;                                             // [rad/s], about its axis
  double tilt = std::numbers::pi / 3.0;                           // [rad], of the axis from upright, at the start

  double acrossPoint() const { return across + mass * length * length; }
  double weightMoment() const { return mass * kGravityOfMotions * length; }  // [N m]
  double steadyPrecession() const {                                          // [rad/s], the slow one
    const double p = along * spin, q = 4.0 * acrossPoint() * weightMoment() * std::cos(tilt);
    return 2.0 * weightMoment() / (p + std::sqrt(p * p - q));  // regular for the horizontal axis, too
  }
};
// Its axis starts out turning about the vertical by `precession` [rad/s]. `spin` counts what that adds along the axis.
inline Simulation beginTop(const HeavyTop& top, double precession) {
  Simulation simulation = emptyWorld();
  const Vec3 axis(std::sin(top.tilt), std::cos(top.tilt), 0.0);
  Body body;
  body.mass = top.mass;
  body.inertia = Vec3(top.across, top.across, top.along).asDiagonal();
  body.pose.position = top.length * axis;
  body.pose.orientation = Quat::FromTwoVectors(Vec3::UnitZ(), axis);
  const Vec3 turning = precession * (Vec3::UnitY() - std::cos(top.tilt) * axis);
  body.omega = top.spin * axis + turning;
  body.velocity = turning.cross(body.pose.position);
  addBody(simulation.world, body, {Box{{0.25, 0.25, 0.025}}, {}});
  Joint point;
  point.b = 0;
  attach(point, simulation.world.bodies, Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ());
  simulation.world.joints.push_back(point);
  return simulation;
}

// Nutation of a top whose axis is let go at rest: u, the cosine of its tilt, goes between u0 and `low` (Goldstein,
// Classical Mechanics, section 5.7):
//   u'^2 = (u0 - u) (beta (1 - u^2) - a^2 (u0 - u)) = beta (u0 - u) (u - low) (high - u),
//   u = low + (u0 - low) sn^2(w t + K, k),  w = sqrt(beta (high - low)) / 2,  k^2 = (u0 - low) / (high - low).
struct Nutation {
  double u0, low, high, w, k;
  double period() const { return 2.0 * std::comp_ellint_1(k) / w; }  // [s]
  double at(double t) const {
    const double sn = std::sin(jacobiAmplitude(w * t + std::comp_ellint_1(k), k));
    return low + (u0 - low) * sn * sn;
  }
};
inline Nutation nutationOf(const HeavyTop& top) {
  const double a = top.along * top.spin / top.acrossPoint(), beta = 2.0 * top.weightMoment() / top.acrossPoint();
  const double u0 = std::cos(top.tilt), p = a * a / beta, root = std::sqrt(0.25 * p * p - p * u0 + 1.0);
  const double low = (p * u0 - 1.0) / (0.5 * p + root), high = 0.5 * p + root;
  return {u0, low, high, 0.5 * std::sqrt(beta * (high - low)), std::sqrt((u0 - low) / (high - low))};
}
inline Simulation beginHeavyTop() {
  return beginTop({}, 0.0);
}
inline double heavyTopError(const Simulation& simulation) {
  const HeavyTop top;
  return std::abs(simulation.world.bodies[0].pose.position.y() -
                  top.length * nutationOf(top).at(simulation.world.time));
}

// A symmetric body without forces: its axis, 1 m long, goes round the angular momentum L at |L| / I_1.
inline constexpr double kTopAcross = 1.0, kTopAlong = 1.8;  // [kg m^2]
inline Simulation beginFreeTop() {
  Simulation simulation = emptyWorld();
  simulation.world.gravity.setZero();
  Body body;
  body.inertia = Vec3(kTopAcross, kTopAcross, kTopAlong).asDiagonal();
  body.omega = {6.0, 0.0, 8.0};
  addBody(simulation.world, body, {Box{{0.5, 0.5, 0.1}}, {}});
  return simulation;
}
inline double freeTopError(const Simulation& simulation) {
  const Vec3 momentum(6.0 * kTopAcross, 0.0, 8.0 * kTopAlong);
  const double angle = momentum.norm() / kTopAcross * simulation.world.time;
  const Vec3 expected = Eigen::AngleAxisd(angle, momentum.normalized()) * Vec3::UnitZ();
  return (simulation.world.bodies[0].pose.orientation * Vec3::UnitZ() - expected).norm();
}

// A ball that the hand pulls by its centre, 1 m away, without a cap: x = (1 + s t) exp(-s t), s^2 = k, c = 2 s.
inline Simulation beginPulledBall() {
  Simulation simulation = emptyWorld();
  simulation.world.gravity.setZero();
  Body ball;
  ball.pose.position = {1.0, 0.0, 0.0};
  addBody(simulation.world, ball, {Sphere{0.1}, {}});
  Drag drag;
  drag.body = 0;
  drag.cap = 1e9;
  simulation.world.drags.push_back(drag);
  return simulation;
}
inline double pulledBallError(const Simulation& simulation) {
  const double t = 10.0 * simulation.world.time;  // s = 10, of the drag's own k = 100 and c = 20
  return (simulation.world.bodies[0].pose.position - Vec3((1.0 + t) * std::exp(-t), 0.0, 0.0)).norm();
}

inline constexpr ClosedMotion kClosedMotions[] = {
    {"projectile", 1.0, beginProjectile, projectileError},  {"pendulum", 1.0, beginPendulum, pendulumError},
    {"heavy_top", 0.4, beginHeavyTop, heavyTopError},       {"free_top", 1.0, beginFreeTop, freeTopError},
    {"pulled_ball", 0.3, beginPulledBall, pulledBallError},
};
inline const ClosedMotion& closedMotion(std::string_view name) {
  for (const ClosedMotion& motion : kClosedMotions)
    if (motion.name == name) return motion;
  return kClosedMotions[0];
}

// The motion's error [m] after its duration in so many steps; infinite where a step was rejected.
inline double errorOf(const ClosedMotion& motion, Integrator integrator, int steps, double tolerance = 1e-9) {
  Simulation simulation = motion.begin();
  simulation.params.integrator = integrator;
  simulation.params.integrator_tolerance = tolerance;
  simulation.world.h = motion.duration / steps;
  for (int n = 0; n < steps; ++n)
    if (step(simulation).rejected) return std::numeric_limits<double>::infinity();
  simulation.world.time = motion.duration;  // without the rounding of its sum
  return motion.error(simulation);
}

// A ball that falls from rest `drop` [m] above the ground and bounces with restitution e from impacts faster than
// `threshold` [m/s]: its height [m] and velocity [m/s] after t [s].
struct Bouncing {
  double drop, e, threshold = 0.5, g = 9.81;

  std::pair<double, double> after(double t) const {
    double up = std::sqrt(2.0 * g * drop), begin = -up / g;  // as thrown up from the ground
    while (up > 0.0 && t > begin + 2.0 * up / g) {
      begin += 2.0 * up / g;
      up = up < threshold ? 0.0 : e * up;
    }
    if (up == 0.0) return {0.0, 0.0};
    const double flown = t - begin;
    return {flown * (up - 0.5 * g * flown), up - g * flown};
  }
};

}  // namespace keystone
