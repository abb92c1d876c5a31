// Closed forms of joints, for every solver that accepts them.
#include <gtest/gtest.h>

#include "observe/joint_loads.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

class JointLaws : public ::testing::TestWithParam<const SolverInfo*> {
 protected:
  const SolverInfo& solver() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(EverySolver, JointLaws, ::testing::ValuesIn(jointSolvers()), solverName);

// Time [s] of `swings` half periods of the first body's horizontal motion about x = 0.
double halfPeriods(Simulation& swinging, int swings) {
  const auto x = [&] { return swinging.world.bodies[0].pose.position.x(); };
  double first = 0.0;
  int crossings = 0;
  for (int i = 0; i < 6000; ++i) {
    const double before = x();
    step(swinging);
    if ((before > 0.0) == (x() > 0.0)) continue;
    const double when = swinging.world.time - swinging.world.h * x() / (x() - before);  // between the steps
    if (crossings++ == 0) first = when;
    if (crossings == swings + 1) return when - first;
  }
  return 0.0;
}

// T = 2 pi sqrt(L / g) (1 + a^2 / 16 + ...), a = 0.1 rad.
TEST_P(JointLaws, PendulumHasItsPeriod) {
  for (const bool planar : {true, false}) {
    Simulation swinging = simulation(solver(), planar);
    const double a = 0.1, length = 2.0;
    const Vec3 bob(length * std::sin(a), -length * std::cos(a), 0.0);
    addSphere(swinging.world, 0.01, 1.0, bob);
    addDistance(swinging.world, -1, 0, Vec3::Zero(), bob, length, length);
    const double period = 2.0 * std::numbers::pi * std::sqrt(length / 9.81) * (1.0 + a * a / 16.0);
    // The step's own error is (omega h)^2 / 24 = 6e-5.
    EXPECT_NEAR(halfPeriods(swinging, 6) / 3.0, period, 2e-4 * period);
  }
}

// A rod hung by its end: T = 2 pi sqrt(I / (m g L / 2)), I about the end.
TEST_P(JointLaws, PhysicalPendulumHasItsPeriod) {
  for (const bool planar : {true, false}) {
    const double a = 0.1;
    Simulation swinging = hungRod(solver(), a, planar);
    const Body& rod = swinging.world.bodies[0];
    const double inertia = rod.inertia(2, 2) + rod.mass * 0.25;
    const double period = 2.0 * std::numbers::pi * std::sqrt(inertia / (rod.mass * 9.81 * 0.5)) * (1.0 + a * a / 16.0);
    EXPECT_NEAR(halfPeriods(swinging, 6) / 3.0, period, 4e-4 * period);  // (omega h)^2 / 24 = 1.6e-4
  }
}

// From the horizontal and back, ten times. The step's own error is of first order in h |omega| = 0.09: 0.012 m were
// lost at 60 Hz.
TEST_P(JointLaws, LargeSwingsNeitherGainNorLoseEnergy) {
  for (const bool planar : {true, false}) {
    Simulation swinging = hungRod(solver(), std::numbers::pi / 2.0, planar);
    double highest = -1.0;
    for (int i = 0; i < 60 * 16; ++i) {
      step(swinging);
      EXPECT_LE(swinging.report.joint_error, 1e-9);
      if (i > 60 * 14) highest = std::max(highest, swinging.world.bodies[0].pose.position.y());
    }
    EXPECT_NEAR(highest, 0.0, 0.02);  // [m] of a fall of 0.5 m
  }
}

// a = g sin(angle) along the incline; semi-implicit Euler travels a h^2 n (n + 1) / 2.
TEST_P(JointLaws, SliderRunsDownItsIncline) {
  for (const bool planar : {true, false}) {
    Simulation sliding = simulation(solver(), planar);
    sliding.params.integrator = Integrator::SemiImplicitEuler;
    addBox(sliding.world, {0.1, 0.1, 0.1}, 3.0, {0, 0, 0});
    addJoint(sliding.world, JointKind::Slider, -1, 0, Vec3::Zero(), {std::cos(0.5), -std::sin(0.5), 0.0});
    run(sliding, 1.0);
    const double h = sliding.world.h;
    const double way = 9.81 * std::sin(0.5) * h * h * 60 * 61 / 2.0;
    EXPECT_NEAR(coordinateOf(sliding.world.joints[0], sliding.world.bodies), way, 1e-8 * way);
    EXPECT_NEAR(sliding.world.bodies[0].pose.position.norm(), way, 1e-8 * way);
  }
}

TEST_P(JointLaws, FixedJointCarriesWeightAndMoment) {
  for (const bool planar : {true, false}) {
    Simulation held = simulation(solver(), planar);
    addBox(held.world, {0.5, 0.1, 0.1}, 2.0, {0.5, 0, 0});
    addJoint(held.world, JointKind::Fixed, -1, 0, Vec3::Zero());
    run(held, 0.5);
    const VecX force = jointForces(held);
    const double weight = 2.0 * 9.81;
    EXPECT_NEAR(force[1], weight, 1e-7 * weight);                     // the iterative methods' tolerance
    EXPECT_NEAR(force[planar ? 2 : 5], 0.5 * weight, 1e-7 * weight);  // about z, lever 0.5 m
    EXPECT_NEAR(held.world.bodies[0].pose.position.x(), 0.5, 1e-9);
    EXPECT_EQ(held.report.sets.bilateral, planar ? 3 : 6);
    const std::vector<JointLoad> loads = jointLoads(held);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_NEAR((loads[0].force - Vec3(0, weight, 0)).norm(), 0.0, 1e-7 * weight);
    EXPECT_NEAR((loads[0].torque - Vec3(0, 0, 0.5 * weight)).norm(), 0.0, 1e-7 * weight);
  }
}

// Ten links of 1 kg: the k-th joint carries all that hangs below it.
TEST_P(JointLaws, ChainsTensionIsWhatHangsBelow) {
  Simulation hanging = simulation(solver(), true);
  for (int i = 0; i < 10; ++i) {
    const int link = addBox(hanging.world, {0.05, 0.25, 0.05}, 1.0, {0, -0.25 - 0.5 * i, 0});
    addJoint(hanging.world, JointKind::Hinge, link - 1, link, {0, -0.5 * i, 0});
  }
  run(hanging, 0.5);
  const VecX force = jointForces(hanging);
  for (int i = 0; i < 10; ++i) {
    const double below = 9.81 * (10 - i);
    EXPECT_NEAR(force[2 * i + 1], below, 1e-6 * below) << i;
    EXPECT_NEAR(force[2 * i], 0.0, 1e-6 * below) << i;
  }
}

// A ball on a rope falls freely until the rope is taut, and then hangs at its length.
TEST_P(JointLaws, RopeIsSlackUntilItIsTaut) {
  for (const bool planar : {true, false}) {
    Simulation falling = simulation(solver(), planar);
    falling.params.integrator = Integrator::SemiImplicitEuler;
    addSphere(falling.world, 0.1, 1.0, {0, 0, 0});
    addDistance(falling.world, -1, 0, Vec3::Zero(), {0, 0, 0}, 0.0, 1.0);
    const auto length = [&] { return -falling.world.bodies[0].pose.position.y(); };
    run(falling, 0.4);
    const double h = falling.world.h;
    EXPECT_NEAR(length(), 9.81 * h * h * 24 * 25 / 2.0, 1e-9);  // semi-implicit free fall
    run(falling, 1.0);
    EXPECT_NEAR(length(), 1.0, 1e-9);
    EXPECT_NEAR(jointForces(falling)[0], 9.81, 1e-7 * 9.81);
  }
}

TEST_P(JointLaws, HingeStopsAtItsLimits) {
  for (const bool planar : {true, false}) {
    Simulation falling = hungRod(solver(), std::numbers::pi / 2.0, planar);
    falling.world.joints[0].low = -0.5;  // falls through 0.5 rad
    falling.world.joints[0].high = 1.0;
    run(falling, 2.0);
    EXPECT_NEAR(coordinateOf(falling.world.joints[0], falling.world.bodies), -0.5, 1e-9);
    EXPECT_NEAR(falling.world.bodies[0].omega.norm(), 0.0, 1e-7);
    const int limit = planar ? 2 : 5;
    EXPECT_NEAR(jointForces(falling)[limit], 2.0 * 9.81 * 0.5 * std::cos(0.5), 1e-6);
    EXPECT_EQ(falling.solution.sets[falling.problem.firstJointRow() + limit], RowSet::Clamped);
  }
}

TEST_P(JointLaws, MotorReachesItsSpeedAndNoMoreThanItsTorque) {
  for (const bool planar : {true, false}) {
    Simulation driven = simulation(solver(), planar);
    driven.world.gravity.setZero();
    addBox(driven.world, {0.5, 0.5, 0.1}, 3.0, {0, 0, 0});  // I = 0.5 kg m^2
    addJoint(driven.world, JointKind::Hinge, -1, 0, Vec3::Zero());
    driven.world.joints[0].motor_speed = 2.0;
    driven.world.joints[0].motor_max = 1.0;
    run(driven, 0.5);
    EXPECT_NEAR(driven.world.bodies[0].omega.z(), 1.0 * 0.5 / 0.5, 1e-8);  // torque * time / I
    run(driven, 1.0);
    EXPECT_NEAR(driven.world.bodies[0].omega.z(), 2.0, 1e-8);
  }
}

TEST_P(JointLaws, DryFrictionHoldsBelowItsTorqueAndBrakesAboveIt) {
  const double moment = 2.0 * 9.81 * 0.5;  // of the horizontal rod's weight
  for (const bool planar : {true, false}) {
    Simulation held = hungRod(solver(), std::numbers::pi / 2.0, planar);
    held.world.joints[0].friction = 1.01 * moment;
    run(held, 1.0);
    EXPECT_NEAR(held.world.bodies[0].pose.position.y(), 0.0, 1e-7);

    Simulation braked = hungRod(solver(), std::numbers::pi / 2.0, planar);
    braked.params.integrator = Integrator::SemiImplicitEuler;
    braked.world.joints[0].friction = 0.5 * moment;
    step(braked);
    const Body& rod = braked.world.bodies[0];
    const double inertia = rod.inertia(2, 2) + rod.mass * 0.25;
    EXPECT_NEAR(rod.omega.z(), -0.5 * moment / inertia * braked.world.h, 1e-9);
  }
}

// A slider's motor lifts at its speed, as long as its force exceeds the weight, and stops at the limit.
TEST_P(JointLaws, SliderIsDrivenToItsLimit) {
  for (const bool planar : {true, false}) {
    Simulation lifted = simulation(solver(), planar);
    addBox(lifted.world, {0.1, 0.1, 0.1}, 2.0, {0, 0, 0});
    addJoint(lifted.world, JointKind::Slider, -1, 0, Vec3::Zero(), Vec3::UnitY());
    Joint& slider = lifted.world.joints[0];
    slider.low = -0.25;
    slider.high = 0.5;
    slider.motor_speed = 1.0;
    slider.motor_max = 1.5 * 2.0 * 9.81;
    run(lifted, 0.4);
    EXPECT_NEAR(lifted.world.bodies[0].velocity.y(), 1.0, 1e-8);
    run(lifted, 1.0);
    EXPECT_NEAR(lifted.world.bodies[0].pose.position.y(), 0.5, 1e-9);
    const VecX force = jointForces(lifted);
    EXPECT_NEAR(force.tail(1)[0], 1.5 * 2.0 * 9.81, 1e-6);  // the motor pushes on against the stop
    slider.motor_max = 0.5 * 2.0 * 9.81;                    // too weak now: half the weight falls
    run(lifted, 0.2);
    // By semi-implicit Euler in the plane, by a higher order in space.
    const double h = lifted.world.h, squares = planar ? 12 * 13 : 12 * 12;
    EXPECT_NEAR(lifted.world.bodies[0].pose.position.y(), 0.5 - 0.5 * 9.81 * h * h * squares / 2.0, 1e-7);
    run(lifted, 1.0);
    EXPECT_NEAR(lifted.world.bodies[0].pose.position.y(), -0.25, 1e-9);
  }
}

// A rope that is wound in lifts its load at the winch's speed.
TEST_P(JointLaws, WinchLiftsItsLoad) {
  Simulation lifted = simulation(solver(), true);
  addSphere(lifted.world, 0.1, 1.0, {0, -2, 0});
  addDistance(lifted.world, -1, 0, Vec3::Zero(), {0, -2, 0}, 0.5, 2.0);
  lifted.world.joints[0].motor_speed = -0.5;
  lifted.world.joints[0].motor_max = 1000.0;  // at speed after one step
  run(lifted, 1.0);
  EXPECT_NEAR(lifted.world.bodies[0].pose.position.y(), -1.5, 1e-6);
  run(lifted, 3.0);
  EXPECT_NEAR(lifted.world.bodies[0].pose.position.y(), -0.5, 1e-6);
}

// A ball joint's dry friction brakes a spin of 1 rad/s about the axis that it has: omega falls by torque h / I a step.
TEST_P(JointLaws, BallJointsFrictionBrakesItsSpin) {
  Simulation spinning = simulation(solver());
  spinning.world.gravity.setZero();
  addSphere(spinning.world, 0.5, 1.0, {0, 0, 0});  // I = 0.1 kg m^2
  addJoint(spinning.world, JointKind::Ball, -1, 0, Vec3::Zero());
  spinning.world.joints[0].friction = 0.2;
  spinning.world.bodies[0].omega = Vec3(0, 1, 0);
  run(spinning, 0.25);
  EXPECT_NEAR(spinning.world.bodies[0].omega.y(), 1.0 - 0.2 * 0.25 / 0.1, 1e-9);
  run(spinning, 0.5);
  EXPECT_NEAR(spinning.world.bodies[0].omega.norm(), 0.0, 1e-9);
}

// Two hinges on one line hold a door twice in four of five rows each.
TEST_P(JointLaws, RedundantHingesHoldTheSameDoor) {
  Simulation door = simulation(solver());
  addBox(door.world, {0.4, 1.0, 0.02}, 5.0, {0.4, 0, 0});
  addJoint(door.world, JointKind::Hinge, -1, 0, {0, 0.8, 0}, Vec3::UnitY());
  addJoint(door.world, JointKind::Hinge, -1, 0, {0, -0.8, 0}, Vec3::UnitY());
  door.world.bodies[0].omega = {0, 1, 0};
  door.world.bodies[0].velocity = {0, 0, -0.4};
  run(door, 2.0);
  EXPECT_NEAR(door.world.bodies[0].omega.y(), 1.0, 1e-3);  // it turns on; gravity is along the axis
  EXPECT_LE(door.report.residual.value, 1e-8);
  const VecX force = jointForces(door);
  EXPECT_NEAR(force[1] + force[6], 5.0 * 9.81, 1e-6);
}

// Five equal elastic balls on rods, weightless: the first one's momentum leaves with the last one. They are farther
// apart than a step's way, so that every impact is one of two balls; h v = 0.017 m.
TEST_P(JointLaws, CradleHandsTheMomentumOn) {
  Simulation cradle = simulation(solver(), true);
  cradle.world.gravity.setZero();
  const double r = 0.1, length = 1.0, gap = 0.02;
  for (int i = 0; i < 5; ++i) {
    const Vec3 top((2.0 * r + gap) * i, length, 0.0);
    addSphere(cradle.world, r, 1.0, top - Vec3(0, length, 0), material(0.0, 1.0));
    addDistance(cradle.world, -1, i, top, top - Vec3(0, length, 0), length, length);
  }
  cradle.world.bodies[0].velocity.x() = 1.0;
  run(cradle, 0.2);
  // The balls meet 0.02 m off the bottom, whose cosine costs 2e-4 an impact.
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(cradle.world.bodies[i].velocity.norm(), i == 4 ? 1.0 : 0.0, 2e-3) << i;
}

}  // namespace
}  // namespace keystone
