// Constant and periodic forces against closed forms.
#include <numbers>

#include "sleep/sleep.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

Simulation floating(StepperKind stepper = StepperKind::Velocity) {
  Simulation result = simulation(*findSolver("exact"));
  result.world.gravity.setZero();
  result.stepper = stepper;
  addBox(result.world, {0.3, 0.2, 0.1}, 2.0, Vec3::Zero());
  return result;
}

class AppliedForces : public ::testing::TestWithParam<StepperKind> {};
INSTANTIATE_TEST_SUITE_P(EveryStepperWithInertia, AppliedForces,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position),
                         stepperName);

TEST_P(AppliedForces, ConstantForceAddsTheSameEveryStep) {
  Simulation pushed = floating(GetParam());
  pushed.world.forces.push_back({.name = {}, .body = 0, .force = {3, -1, 0.5}});
  for (int n = 0; n < 120; ++n) step(pushed);
  EXPECT_LE((pushed.world.bodies[0].velocity - Vec3(3, -1, 0.5)).norm(), 1e-12);  // F t / m, t = 2 s
}

// The sum of sines at the middles of the steps: h F / m sum sin(a (n - 1/2) + p) = h F / m (cos p - cos(N a + p)) / (2
// sin(a / 2)), a = 2 pi f h.
TEST_P(AppliedForces, SineOfTimeAddsUpToItsClosedForm) {
  Simulation pushed = floating(GetParam());
  const double f = 1.3, p = 0.4, h = pushed.world.h, a = kTurn * f * h;
  pushed.world.forces.push_back({.name = {}, .body = 0, .force = {3, 0, 0}, .frequency = f, .phase = p});
  for (int n = 1; n <= 240; ++n) {
    step(pushed);
    const double sum = (std::cos(p) - std::cos(n * a + p)) / (2.0 * std::sin(0.5 * a));
    ASSERT_NEAR(pushed.world.bodies[0].velocity.x(), h * 3.0 / 2.0 * sum, 1e-12) << n;
  }
}

TEST(AppliedForce, OffTheCentreTurnsTheBody) {
  Simulation pushed = floating();
  pushed.world.forces.push_back(
      {.name = {}, .body = 0, .point = {0.3, 0, 0}, .force = {0, 1, 0}, .torque = {0, 0, 0.2}});
  step(pushed);
  const Body& body = pushed.world.bodies[0];
  EXPECT_NEAR(body.velocity.y(), pushed.world.h / 2.0, 1e-15);
  EXPECT_NEAR(body.omega.z(), pushed.world.h * 0.5 / body.inertia(2, 2), 1e-15);
}

// A body that spins at w with a force fixed to it: dv/dt = F / m (cos w t, sin w t), which comes round.
TEST(AppliedForce, InTheBodysAxesTurnsWithIt) {
  Simulation turning = floating();
  turning.world.h = 1e-3;
  turning.world.bodies[0].omega = {0, 0, kTurn};
  turning.world.forces.push_back({.name = {}, .body = 0, .force = {3, 0, 0}, .in_body = true});
  for (int n = 0; n < 500; ++n) step(turning);  // half a turn: F / (m w) (sin, 1 - cos)
  EXPECT_NEAR(turning.world.bodies[0].velocity.y(), 2.0 * 1.5 / kTurn, 1e-5);
  EXPECT_NEAR(turning.world.bodies[0].velocity.x(), 0.0, 2e-3);  // by the half step that orientation is behind
  for (int n = 0; n < 500; ++n) step(turning);
  EXPECT_LE(turning.world.bodies[0].velocity.norm(), 1e-9);
}

// Amplitude of m x'' + c x' + k x = F sin w t: F / sqrt((k - m w^2)^2 + c^2 w^2), within the step's first order.
TEST(AppliedForce, DrivesAnOscillatorToTheAmplitudeOfItsResonanceCurve) {
  const double k = 80.0, c = 1.5, m = 2.0, h = 1.0 / 240.0;
  for (const double share : {0.5, 0.9, 1.0, 1.2, 2.0}) {
    Simulation driven = simulation(*findSolver("exact"));
    driven.world.gravity.setZero();
    driven.world.h = h;
    const int ball = addSphere(driven.world, 0.1, m, {0, -1, 0});
    addJoint(driven.world, JointKind::Spring, -1, ball, Vec3::Zero());
    Joint& spring = driven.world.joints[0];
    attach(spring, driven.world.bodies, Vec3::Zero(), {0, -1, 0}, Vec3::UnitZ());
    spring.stiffness = k;
    spring.damping = c;
    spring.rest = 1.0;
    const double w = share * std::sqrt(k / m);
    driven.world.forces.push_back({.name = {}, .body = ball, .force = {0, 2, 0}, .frequency = w / kTurn});
    double amplitude = 0.0;
    for (int n = 0; n < 60 * 240; ++n) {
      step(driven);
      if (n > 55 * 240) amplitude = std::max(amplitude, std::abs(driven.world.bodies[ball].pose.position.y() + 1.0));
    }
    const double exact = 2.0 / std::hypot(k - m * w * w, c * w);
    EXPECT_NEAR(amplitude, exact, exact * w * h) << share;
  }
}

TEST(AppliedForce, ABodyUnderAPeriodicForceStaysAwakeAndOneUnderAConstantForceSleeps) {
  for (const double frequency : {0.0, 2.0}) {
    Simulation resting = simulation(*findSolver("exact"));
    resting.params.sleeping = true;
    addPlane(resting.world, Vec3::UnitY(), material(0.5));
    const int box = addBox(resting.world, {0.2, 0.2, 0.2}, 1.0, {0, 0.2, 0}, material(0.5));
    resting.world.forces.push_back({.name = {}, .body = box, .force = {1, 0, 0}, .frequency = frequency});
    for (int n = 0; n < 100; ++n) step(resting);
    EXPECT_EQ(resting.world.bodies[box].isAsleep(), frequency == 0.0);
    EXPECT_LE((resting.world.bodies[box].pose.position - Vec3(0, 0.2, 0)).norm(), 1e-9);
  }
}

// F (until - from) / m, in the steps whose middles lie between.
TEST_P(AppliedForces, ActsFromOneTimeToTheOther) {
  Simulation pushed = floating(GetParam());
  pushed.world.forces.push_back({.name = {}, .body = 0, .force = {3, 0, 0}, .from = 0.5, .until = 1.25});
  for (int n = 0; n < 30; ++n) step(pushed);
  EXPECT_EQ(pushed.world.bodies[0].velocity.x(), 0.0);
  for (int n = 0; n < 60; ++n) step(pushed);
  EXPECT_NEAR(pushed.world.bodies[0].velocity.x(), 3.0 * 0.75 / 2.0, 1e-12);
}

TEST(AppliedForce, OneThatBeginsWakesItsBodyAndLetsItSleepAgainWhenItEnds) {
  Simulation resting = simulation(*findSolver("exact"));
  resting.params.sleeping = true;
  addPlane(resting.world, Vec3::UnitY(), material(0.5));
  const int box = addBox(resting.world, {0.2, 0.2, 0.2}, 1.0, {0, 0.2, 0}, material(0.5));
  resting.world.forces.push_back({.name = {}, .body = box, .force = {10, 0, 0}, .from = 1.0, .until = 1.5});
  for (int n = 0; n < 59; ++n) step(resting);
  EXPECT_TRUE(resting.world.bodies[box].isAsleep());
  for (int n = 0; n < 20; ++n) step(resting);
  EXPECT_FALSE(resting.world.bodies[box].isAsleep());
  EXPECT_GT(resting.world.bodies[box].velocity.x(), 0.5);
  for (int n = 0; n < 160; ++n) step(resting);
  EXPECT_TRUE(resting.world.bodies[box].isAsleep());
}

TEST(AppliedForce, GoesWithItsBody) {
  Simulation two = floating();
  addBox(two.world, {0.1, 0.1, 0.1}, 1.0, {3, 0, 0});
  two.world.forces.push_back({.name = {}, .body = 0, .force = {1, 0, 0}});
  two.world.forces.push_back({.name = {}, .body = 1, .force = {2, 0, 0}});
  removeBody(two.world, 0);
  ASSERT_EQ(two.world.forces.size(), 1U);
  EXPECT_EQ(two.world.forces[0].body, 0);
  EXPECT_EQ(two.world.forces[0].force.x(), 2.0);
}

}  // namespace
}  // namespace keystone
