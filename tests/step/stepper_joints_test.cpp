// Joints under the acceleration and quasistatic steppers.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

class StepperJoints : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, StepperJoints, ::testing::ValuesIn(jointSolvers()), solverName);

TEST_P(StepperJoints, AccelerationAndVelocitySteppersMoveAPendulumAlike) {
  Simulation forces = hungRod(*GetParam(), std::numbers::pi / 2.0, true);
  forces.stepper = StepperKind::Acceleration;
  Simulation impulses = hungRod(*GetParam(), std::numbers::pi / 2.0, true);
  run(forces, 2.0);
  run(impulses, 2.0);
  EXPECT_LE((forces.world.bodies[0].pose.position - impulses.world.bodies[0].pose.position).norm(), 1e-9);
}

// Angular momentum about the pivot: omega = (1 + e) m v d / (I + m d^2).
TEST_P(StepperJoints, BallThatStrikesAHungRodTurnsItAboutItsPivot) {
  for (const double e : {0.0, 1.0}) {
    Simulation struck = hungRod(*GetParam(), 0.0, true);
    struck.stepper = StepperKind::Acceleration;
    struck.world.gravity.setZero();
    struck.world.h = 1e-3;
    struck.world.colliders[0].material = material(0.0, e);
    const int ball = addSphere(struck.world, 0.1, 0.5, {-0.1515, -0.8, 0}, material(0.0, e));
    struck.world.bodies[ball].velocity = {3, 0, 0};
    run(struck, 1e-3);
    EXPECT_EQ(struck.report.impacts, 1);
    const Body& rod = struck.world.bodies[0];
    const double inertia = rod.inertia(2, 2) + rod.mass * 0.25;
    const double omega = (1.0 + e) * 0.5 * 3.0 * 0.8 / (inertia + 0.5 * 0.64);
    EXPECT_NEAR(rod.omega.z(), omega, 1e-5);  // the rod turns on by 1e-3 rad within the step
    EXPECT_NEAR(rod.velocity.x(), 0.5 * omega, 1e-5) << "the pivot holds";
  }
}

TEST_P(StepperJoints, HungRodCreepsDownWithoutSwingingThrough) {
  Simulation creeping = hungRod(*GetParam(), 1.0, true);
  creeping.stepper = StepperKind::Quasistatic;
  double x = creeping.world.bodies[0].pose.position.x();
  for (int n = 0; n < 300; ++n) {
    run(creeping, creeping.world.h);
    const double now = creeping.world.bodies[0].pose.position.x();
    ASSERT_LE(now, x + 1e-12) << n;
    ASSERT_GE(now, -1e-9) << n;
    x = now;
  }
  EXPECT_LE(x, 1e-3) << "the angle decays with tau m g L / (2 I) = 1.5 / s";
}

}  // namespace
}  // namespace keystone
