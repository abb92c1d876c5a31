// The world without inertia: closed forms of creeping, and what must stand still.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

class Quasistatic : public ::testing::TestWithParam<const SolverInfo*> {
 protected:
  static Simulation creeping(bool planar) {
    Simulation result = simulation(*GetParam(), planar);
    result.stepper = StepperKind::Quasistatic;
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(EverySolver, Quasistatic, ::testing::Values(findSolver("pivoting"), findSolver("pgs")),
                         solverName);

TEST_P(Quasistatic, FreeBodyFallsAtGravityTimesTheTimeConstantWhateverItsSpeedWas) {
  Simulation falling = creeping(false);
  const int ball = addSphere(falling.world, 0.5, 3.0, {0, 10, 0});
  falling.world.bodies[ball].velocity = {7, 20, 0};
  falling.world.bodies[ball].omega = {0, 0, 5};
  for (int n = 0; n < 60; ++n) step(falling);
  const double speed = 9.81 * falling.params.time_constant;
  EXPECT_NEAR(falling.world.bodies[ball].velocity.y(), -speed, 1e-12);  // rounding
  EXPECT_NEAR(falling.world.bodies[ball].pose.position.y(), 10.0 - speed, 1e-12);
  EXPECT_EQ(falling.world.bodies[ball].pose.position.x(), 0.0);
  EXPECT_EQ(falling.world.bodies[ball].omega.z(), 0.0);
}

TEST_P(Quasistatic, BlockCreepsDownASlopeInProportionToTheForceThatFrictionLeaves) {
  for (const bool planar : {true, false}) {
    const double angle = 0.6;
    Simulation sloped = inclined(*GetParam(), angle, 0.4, planar);
    sloped.stepper = StepperKind::Quasistatic;
    const Vec3 start = sloped.world.bodies[1].pose.position;
    for (int n = 0; n < 60; ++n) step(sloped);
    const double speed = 9.81 * (std::sin(angle) - 0.4 * std::cos(angle)) * sloped.params.time_constant;
    EXPECT_NEAR((sloped.world.bodies[1].pose.position - start).norm(), speed, 1e-3 * speed);  // the iterative methods
  }
}

TEST_P(Quasistatic, BlockStaysOnASlopeBelowTheFrictionAngle) {
  for (const bool planar : {true, false}) {
    Simulation sloped = inclined(*GetParam(), std::atan(0.39), 0.4, planar);
    sloped.stepper = StepperKind::Quasistatic;
    const Vec3 start = sloped.world.bodies[1].pose.position;
    for (int n = 0; n < 120; ++n) step(sloped);
    EXPECT_LE((sloped.world.bodies[1].pose.position - start).norm(), 1e-6);  // 2 s of an iterative method's error
  }
}

TEST_P(Quasistatic, ForceUnderARestingBoxIsItsWeight) {
  Simulation resting = creeping(true);
  addPlane(resting.world, Vec3::UnitY());
  addBox(resting.world, {0.5, 0.1, 0.5}, 2.0, {0, 0.1, 0});
  for (int n = 0; n < 30; ++n) step(resting);
  EXPECT_NEAR(normalImpulse(resting) / forceTime(resting), 2.0 * 9.81, 1e-6);  // the iterative methods' tolerance
  EXPECT_EQ(forceTime(resting), resting.params.time_constant);
}

TEST_P(Quasistatic, DraggedBodyApproachesTheTargetExponentially) {
  Simulation pulled = creeping(true);
  pulled.world.gravity.setZero();
  const int box = addBox(pulled.world, {0.5, 0.5, 0.5}, 2.0, {0, 0, 0});
  pulled.world.drags.push_back({.body = box, .target = Vec3(0.2, 0, 0)});
  for (int n = 0; n < 6; ++n) step(pulled);
  // d' = -tau k d, stepped explicitly: each step leaves the share 1 - tau k h of the way.
  const double share = 1.0 - pulled.params.time_constant * 100.0 * pulled.world.h;
  EXPECT_NEAR(0.2 - pulled.world.bodies[box].pose.position.x(), 0.2 * std::pow(share, 6), 1e-12);
}

TEST_P(Quasistatic, ToppledBoxCreepsToRestOnItsFaceAndLosesHeightAtEveryStep) {
  Simulation falling = creeping(true);
  addPlane(falling.world, Vec3::UnitY());
  const int box = addBox(falling.world, {0.5, 1.0, 0.5}, 1.0, {0, 1.3, 0});
  falling.world.bodies[box].pose.orientation = Quat(Eigen::AngleAxisd(-0.8, Vec3::UnitZ()));
  double height = HUGE_VAL;
  for (int n = 0; n < 1200; ++n) {
    step(falling);
    const double now = falling.world.bodies[box].pose.position.y();
    EXPECT_LE(now, height + 1e-6) << n;  // the slop of the recovery
    height = now;
  }
  EXPECT_NEAR(height, 0.5, 1e-4) << "on its long side";
  EXPECT_LE(falling.world.bodies[box].velocity.norm(), 1e-6);
}

// The moment that a ball joint's friction can hold is a torque: the impulse is it times the time constant, whatever the
// step is. A beam of 1 m and 2 kg pulls with m g / 2; beyond that it turns by tau (m g / 2 - moment) / I.
TEST(QuasistaticJoints, ABallJointsMomentIsTakenOverTheTimeConstant) {
  const double load = 2.0 * 9.81 * 0.5, inertia = 2.0 / 3.0 * (0.25 + 0.0025) + 2.0 * 0.25;
  for (const char* solver : {"exact", "pgs"}) {
    for (const double share : {1.001, 0.5}) {
      Simulation creeping = simulation(*findSolver(solver));
      creeping.stepper = StepperKind::Quasistatic;
      // Askew to the axes of the joint: what turns it is no one row's.
      const Quat askew(Eigen::AngleAxisd(0.6, Vec3::UnitY()));
      const int beam = addBox(creeping.world, {0.5, 0.05, 0.05}, 2.0, askew * Vec3(0.5, 0, 0));
      Body& body = creeping.world.bodies[beam];
      body.pose.orientation = askew;
      addJoint(creeping.world, JointKind::Ball, -1, beam, Vec3::Zero());
      creeping.world.joints[0].friction = share * load;
      creeping.world.joints[0].isotropic = true;
      step(creeping);
      ASSERT_FALSE(creeping.report.rejected) << creeping.report.trouble;
      ASSERT_EQ(creeping.problem.discs.size(), 1u);
      const double turning = share > 1.0 ? 0.0 : creeping.params.time_constant * (1.0 - share) * load / inertia;
      // pgs leaves 1e-6 of the load; exact's rounding is far below that.
      EXPECT_NEAR((body.omega - turning * (askew * -Vec3::UnitZ())).norm(), 0.0, 1e-6) << solver << ' ' << share;
    }
  }
}

}  // namespace
}  // namespace keystone
