// Penalty forces do what a damped spring does: closed forms of the spring in substeps, and how fast they come to those
// of the spring as substeps shrink.
#include <gtest/gtest.h>

#include "step/own_worlds.h"
#include "step/penalty_forces.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr double kOmega = 2.0 * std::numbers::pi * 30.0;  // [rad/s], of contacts by default

OwnCase penalty(ParameterValues parameters) {
  return {"penalty", StepperKind::Penalty, std::move(parameters)};
}

TEST(Penalty, BallSinksInByItsWeightOverItsStiffness) {
  for (const double mass : {1e-3, 3.0, 1e4}) {
    Simulation standing = ownSimulation(kPenaltyByDefault, false);
    addPlane(standing.world, Vec3::UnitY());
    addSphere(standing.world, 0.5, mass, {0, 0.5, 0});
    stepTimes(standing, 120);
    const double k = mass * kOmega * kOmega;
    EXPECT_NEAR(0.5 - standing.world.bodies[1].pose.position.y(), mass * kFreeFall / k, 1e-12);
    EXPECT_LE(standing.report.residual.value, 1e-9) << "at rest the spring bears the weight exactly";
  }
}

// Without damping the overlap swings about that of rest: x_n = x_0 cos((n + 1/2) theta) / cos(theta / 2) after n
// substeps of symplectic Euler, cos(theta) = 1 - (omega h)^2 / 2. So the period is 2 pi / omega, too short by the share
// (omega h)^2 / 24, and the amplitude stays.
TEST(Penalty, ContactSwingsAtItsFrequency) {
  const int substeps = 32;
  Simulation swinging = ownSimulation(penalty({{"damping_ratio", 0.0}}), true);
  addPlane(swinging.world, Vec3::UnitY());
  const double rest = kFreeFall / (kOmega * kOmega), first = 0.5 * rest;
  addSphere(swinging.world, 0.5, 2.0, {0, 0.5 - rest + first, 0});
  const double angle = kOmega * swinging.world.h / substeps, theta = std::acos(1.0 - 0.5 * angle * angle);
  for (int n = 1; n <= 300; ++n) {
    step(swinging);
    const double expected = first * std::cos((n * substeps + 0.5) * theta) / std::cos(0.5 * theta);
    ASSERT_NEAR(swinging.world.bodies[1].pose.position.y() - 0.5 + rest, expected, 1e-11) << n;
  }
  EXPECT_NEAR(theta / angle - 1.0, angle * angle / 24.0, 0.1 * angle * angle / 24.0);
}

// schwager2007, by another way: the motion of the damped spring in small steps until it would pull.
TEST(Penalty, RestitutionOfADampingRatioIsThatOfASpringThatDoesNotPull) {
  for (const double zeta : {0.0, 0.1, 0.5, 0.9, 1.0, 1.5, 4.0}) {
    double x = 0.0, v = 1.0;  // of omega = 1
    constexpr double kStep = 1e-5;
    const auto force = [&](double at, double speed) { return -at - 2.0 * zeta * speed; };
    while (force(x, v) < 0.0 || v > 0.0) {
      const double half_v = v + 0.5 * kStep * force(x, v), half_x = x + 0.5 * kStep * v;
      x += kStep * half_v;
      v += kStep * force(half_x, half_v);
    }
    EXPECT_NEAR(restitutionOf(zeta), -v, 1e-4) << zeta;  // the last step: 1e-5 times the force's slope in time
    if (zeta > 0.0) {
      EXPECT_NEAR(dampingRatioOf(restitutionOf(zeta)), zeta, 1e-6 * (1.0 + zeta));
    }
  }
  EXPECT_EQ(restitutionOf(0.0), 1.0);
  EXPECT_NEAR(restitutionOf(1.0), std::exp(-2.0), 1e-15);
  EXPECT_NEAR(restitutionOf(1.0 + 1e-5), std::exp(-2.0), 1e-4) << "no jump there";
}

// Speed after over speed before of a ball that meets the ground without gravity. `e` of its material, or the damping.
double bounced(int substeps, double e, double damping_ratio) {
  Simulation bouncing =
      ownSimulation(penalty({{"penalty_substeps", substeps}, {"damping_ratio", damping_ratio}}), false);
  bouncing.world.gravity.setZero();
  addPlane(bouncing.world, Vec3::UnitY(), material(0.5, e));
  addSphere(bouncing.world, 0.5, 1.0, {0, 0.51, 0}, material(0.5, e));
  bouncing.world.bodies[1].velocity.y() = -1.0;
  stepTimes(bouncing, 30);
  EXPECT_GT(bouncing.world.bodies[1].pose.position.y(), 0.5) << "it has left";
  return bouncing.world.bodies[1].velocity.y();
}

// An impact begins and ends within a substep, so that e is off by at most the damper's share omega h of one: first
// order.
TEST(Penalty, BouncesByItsDampingRatioOrItsRestitution) {
  for (const int substeps : {64, 1024}) {
    const double angle = kOmega / 60.0 / substeps;
    for (const double zeta : {0.0, 0.1, 0.3, 0.5})
      EXPECT_NEAR(bounced(substeps, 0.0, zeta), restitutionOf(zeta), angle) << zeta << ", substeps " << substeps;
    for (const double e : {0.2, 0.5, 0.8, 1.0})
      EXPECT_NEAR(bounced(substeps, e, 1.0), e, angle) << e << ", substeps " << substeps;
  }
}

// A box set going at v: mu g while it slides, to rounding once it has settled.
TEST(Penalty, BoxThatSlidesLosesSpeedAtMuG) {
  for (const bool planar : {true, false}) {
    Simulation sliding = ownSimulation(kPenaltyByDefault, planar);
    addPlane(sliding.world, Vec3::UnitY(), material(0.3));
    addBox(sliding.world, {0.5, 0.1, 0.5}, 2.0, {0, 0.1, 0}, material(0.3));
    sliding.world.bodies[1].velocity.x() = 6.0;
    stepTimes(sliding, 60);
    for (int n = 0; n < 30; ++n) {
      const double before = sliding.world.bodies[1].velocity.x();
      step(sliding);
      const double lost = 0.3 * kFreeFall * sliding.world.h;
      EXPECT_NEAR(before - sliding.world.bodies[1].velocity.x(), lost, 1e-6 * lost) << "planar " << planar;
    }
  }
}

// Where friction sticks it gives way by force / stiffness: of a box pulled aside by half of what it holds, in
// proportion to 1 / omega^2. It does not creep.
TEST(Penalty, FrictionThatSticksGivesWayAsTheInverseSquareOfItsFrequency) {
  double last = 0.0;
  for (const double hertz : {10.0, 20.0, 40.0}) {
    Simulation pulled = ownSimulation(penalty({{"stick_hertz", hertz}, {"penalty_substeps", 256}}), true);
    addPlane(pulled.world, Vec3::UnitY(), material(0.6));
    addBox(pulled.world, {0.5, 0.02, 0.5}, 2.0, {0, 0.02, 0}, material(0.6));
    stepTimes(pulled, 60);
    const double start = pulled.world.bodies[1].pose.position.x();
    AppliedForce force;
    force.body = 1;
    force.force.x() = 0.3 * 2.0 * kFreeFall;
    pulled.world.forces.push_back(force);
    stepTimes(pulled, 240);
    const double gave = pulled.world.bodies[1].pose.position.x() - start;
    stepTimes(pulled, 240);
    EXPECT_NEAR(pulled.world.bodies[1].pose.position.x() - start, gave, 1e-9);
    EXPECT_GT(gave, 0.0);
    if (last > 0.0) {
      EXPECT_NEAR(last / gave, 4.0, 0.04);  // corners sink by other amounts, which turns the box a little
    }
    last = gave;
  }
}

// A joint that bears a weight is off by it over k.
TEST(Penalty, JointIsOffByItsLoadOverItsStiffness) {
  Simulation hanging = ownSimulation(kPenaltyByDefault, true);
  addBox(hanging.world, {0.2, 0.2, 0.2}, 3.0, {0, -0.5, 0});
  addJoint(hanging.world, JointKind::Hinge, -1, 0, {0, 0, 0});
  stepTimes(hanging, 600);
  EXPECT_NEAR(hanging.report.joint_error, kFreeFall / (4.0 * kOmega * kOmega), 1e-9);  // 60 Hz
}

// What substeps cannot resolve becomes slower, and the note says so: a stack of frequencies far above what its substeps
// follow stands and comes to rest. What springs hold is not in the energy of the report, so that it only falls below
// that of the start, but for what overlaps take that begin within a substep.
TEST(Penalty, SubstepsTooCoarseForAFrequencySlowItDown) {
  for (const int substeps : {1, 2, 8}) {
    Simulation standing =
        ownStack(penalty({{"penalty_substeps", substeps}, {"penalty_hertz", 1000}, {"stick_hertz", 1000}}), 4, false);
    standing.world.bodies[3].velocity = {0.4, 0.0, 0.3};
    const double energy = 0.5 * (0.4 * 0.4 + 0.3 * 0.3) + kFreeFall * (0.25 + 0.75 + 1.25 + 1.75);
    for (int n = 0; n < 1200; ++n) {
      step(standing);
      EXPECT_NE(standing.report.note.find("slower"), std::string::npos);
      EXPECT_LE(standing.report.kinetic + standing.report.potential, 1.001 * energy) << substeps << ", step " << n;
    }
    EXPECT_LE(standing.report.kinetic, 1e-10) << substeps;
    EXPECT_LE(std::hypot(standing.world.bodies[4].pose.position.x(), standing.world.bodies[4].pose.position.z()), 0.05);
  }
}

}  // namespace
}  // namespace keystone
