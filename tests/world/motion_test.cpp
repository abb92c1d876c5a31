// Motion without contact: free fall, spin, kinematic bodies.
#include "world/motion.h"

#include <gtest/gtest.h>

#include "body/free_rotation.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// y_n = y_0 - g (h n)^2 / 2, and - g h^2 n (n + 1) / 2 by semi-implicit Euler; 1e-12: the rounding of 120 additions to
// 100.
TEST(Motion, FreeFallIsTheParabolaAndThatOfSemiImplicitEulerWhereItIsChosen) {
  for (const Integrator integrator : {Integrator::Automatic, Integrator::SemiImplicitEuler}) {
    Simulation falling = simulation(*defaultSolver());
    falling.params.integrator = integrator;
    const int ball = addSphere(falling.world, 0.5, 3.0, {1, 100, -2});
    const double h = falling.world.h;
    const int more = integrator == Integrator::Automatic ? 0 : 1;
    for (int n = 1; n <= 120; ++n) {
      step(falling);
      const Body& body = falling.world.bodies[ball];
      EXPECT_NEAR(body.pose.position.y(), 100.0 - 9.81 * h * h * n * (n + more) / 2.0, 1e-12);
      EXPECT_NEAR(body.velocity.y(), -9.81 * h * n, 1e-12);
    }
    EXPECT_EQ(falling.world.bodies[ball].pose.position.x(), 1.0);
    EXPECT_EQ(falling.world.step, 120);
    EXPECT_NEAR(falling.report.time, 2.0, 1e-12);
  }
}

TEST(Motion, SpinAboutTheMiddleAxisKeepsMomentumAndEnergyWhileItTumbles) {
  Simulation spinning = simulation(*defaultSolver());
  spinning.world.gravity.setZero();
  const int box = addBox(spinning.world, {1.0, 0.5, 0.2}, 2.0, Vec3::Zero());  // y is the middle axis
  Body& body = spinning.world.bodies[box];
  body.omega = {0.1, 10.0, 0.0};
  const Vec3 momentum = angularMomentum(body);
  const double energy = kineticEnergy(body);
  bool tumbled = false;
  for (int n = 0; n < 3600; ++n) {
    step(spinning);
    // Conserved exactly by the discretisation; 1e-11 is the rounding of 3600 steps, relative.
    ASSERT_LE((spinning.report.angular_momentum - momentum).norm(), 1e-11 * momentum.norm()) << n;
    ASSERT_NEAR(spinning.report.kinetic, energy, 1e-11 * energy) << n;
    tumbled = tumbled || (body.pose.orientation.conjugate() * body.omega).y() < -5.0;
  }
  EXPECT_TRUE(tumbled) << "the middle axis is unstable: the body has to turn over";
}

TEST(Motion, SpinTooFastForTheStepStaysBounded) {
  Body body;
  body.inertia = Vec3(0.01, 1.0, 2.0).asDiagonal();
  body.omega = {300.0, 200.0, -100.0};
  const double energy = kineticEnergy(body);
  for (int n = 0; n < 1000; ++n) rotateFreely(body, 1.0 / 60.0);
  EXPECT_NEAR(kineticEnergy(body), energy, 1e-9 * energy);  // rounding of 1000 steps
}

TEST(Motion, PlanarBodyNeverLeavesItsPlane) {
  Simulation falling = simulation(*defaultSolver(), true);
  const int box = addBox(falling.world, {0.5, 0.25, 0.5}, 1.0, {0, 10, 0});
  Body& body = falling.world.bodies[box];
  body.velocity = {1, 2, 5};
  body.omega = {3, 4, 5};
  falling.world.gravity = {0, -9.81, 1};
  for (int n = 0; n < 60; ++n) step(falling);
  EXPECT_EQ(body.pose.position.z(), 0.0);
  EXPECT_EQ(body.velocity.z(), 0.0);
  EXPECT_EQ(body.pose.orientation.x(), 0.0);
  EXPECT_EQ(body.pose.orientation.y(), 0.0);
  EXPECT_EQ(body.omega.head<2>(), Vec2::Zero());
}

TEST(Motion, KinematicBodyKeepsItsGivenVelocity) {
  Simulation moving = simulation(*defaultSolver());
  Body body;
  body.kind = BodyKind::Kinematic;
  body.velocity = {1, 0, 0};
  body.omega = {0, std::acos(-1.0), 0};
  addBody(moving.world, body, {Box{}, {}});
  for (int n = 0; n < 60; ++n) step(moving);
  const Body& after = moving.world.bodies[0];
  EXPECT_NEAR(after.pose.position.x(), 1.0, 1e-14);  // rounding of 60 additions
  EXPECT_LE((after.pose.rotate(Vec3::UnitX()) + Vec3::UnitX()).norm(), 1e-13) << "half a turn";
  EXPECT_EQ(after.velocity, body.velocity);
}

}  // namespace
}  // namespace keystone
