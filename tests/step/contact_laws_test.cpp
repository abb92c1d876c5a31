// Closed forms of contact, for every solver there is.
#include <gtest/gtest.h>

#include "problem/assemble.h"
#include "support/closed_motions.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

class ContactLaws : public ::testing::TestWithParam<const SolverInfo*> {
 protected:
  const SolverInfo& solver() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(EverySolver, ContactLaws, ::testing::ValuesIn(frictionSolvers()), solverName);

TEST_P(ContactLaws, PlaneCarriesTheWeight) {
  for (const bool planar : {true, false}) {
    Simulation resting = simulation(solver(), planar);
    addPlane(resting.world, Vec3::UnitY());
    addBox(resting.world, {0.5, 0.1, 0.5}, 2.0, {0, 0.1, 0});
    for (int n = 0; n < 30; ++n) step(resting);
    const double weight = 2.0 * 9.81 * resting.world.h;
    EXPECT_NEAR(normalImpulse(resting), weight,
                1e-8 * weight);  // the iterative methods' tolerance, amplified by their slow tail
    EXPECT_LE(resting.report.max_penetration, 1e-9);
    EXPECT_LE(resting.report.residual.value, 1e-8);
    EXPECT_GE(resting.report.sets.clamped, 2) << "four legs need not all carry";
  }
}

TEST_P(ContactLaws, BlockOnSlopeSticksBelowTheFrictionAngle) {
  for (const bool planar : {true, false}) {
    Simulation sloped = inclined(solver(), std::atan(0.5 * 0.99), 0.5, planar);
    const Vec3 start = sloped.world.bodies[1].pose.position;
    for (int n = 0; n < 120; ++n) step(sloped);
    EXPECT_LE((sloped.world.bodies[1].pose.position - start).norm(), 1e-6);  // 2 s of an iterative method's error
  }
}

TEST_P(ContactLaws, BlockOnSlopeSlidesAboveTheFrictionAngle) {
  const double angle = std::atan(0.5 * 1.01);
  for (const bool planar : {true, false}) {
    Simulation sloped = inclined(solver(), angle, 0.5, planar);
    const Vec3 start = sloped.world.bodies[1].pose.position;
    for (int n = 0; n < 120; ++n) step(sloped);
    const double a = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    const double h = sloped.world.h;
    // Semi-implicit Euler travels a h^2 n (n + 1) / 2; 1e-3 relative for the iterative methods.
    const double way = a * h * h * 120 * 121 / 2.0;
    EXPECT_NEAR((sloped.world.bodies[1].pose.position - start).norm(), way, 1e-3 * way);
    EXPECT_GT(sloped.report.sets.slide, 0);
  }
}

TEST_P(ContactLaws, SlidingBlockStopsAfterTheClosedFormDistance) {
  for (const bool planar : {true, false}) {
    Simulation sliding = inclined(solver(), 0.0, 0.5, planar);
    Body& box = sliding.world.bodies[1];
    box.velocity = planar ? Vec3(3, 0, 0) : Vec3(3 * 0.8, 0, 3 * 0.6);
    for (int n = 0; n < 120; ++n) step(sliding);
    const double exact = 9.0 / (2.0 * 0.5 * 9.81);
    // First order: the velocity after the step carries the way, so that v h / 2 is missing.
    EXPECT_NEAR(box.pose.position.head<3>().cwiseProduct(Vec3(1, 0, 1)).norm(), exact, 3.0 * sliding.world.h);
    EXPECT_LE(box.velocity.norm(), 1e-9);
    EXPECT_NEAR(box.pose.position.z(), planar ? 0.0 : 0.75 * box.pose.position.x(), 1e-6) << "straight on";
  }
}

TEST_P(ContactLaws, PairOfBallsKeepsMomentumAndLosesWhatRestitutionSays) {
  for (const double e : {0.0, 0.5, 1.0}) {
    Simulation colliding = simulation(solver());
    World& world = colliding.world;
    world.gravity.setZero();
    addSphere(world, 0.5, 1.0, {0, 0, 0}, material(0.0, e));
    addSphere(world, 0.5, 3.0, {2, 0, 0}, material(0.0, e));
    world.bodies[0].velocity = {4, 0, 0};
    world.bodies[1].velocity = {-1, 0, 0};
    for (int n = 0; n < 60; ++n) step(colliding);
    // Newton: u+ = -e u-, momentum kept: v1 = (m1 v1 + m2 v2 - m2 e (v1 - v2)) / (m1 + m2), v2 = v1 + e (v1 - v2).
    const double v1 = (1.0 * 4.0 - 3.0 * 1.0 - 3.0 * e * 5.0) / 4.0;
    EXPECT_NEAR(world.bodies[0].velocity.x(), v1, 1e-9) << "e = " << e;
    EXPECT_NEAR(world.bodies[1].velocity.x(), v1 + 5.0 * e, 1e-9) << "e = " << e;
    EXPECT_NEAR(colliding.report.momentum.x(), 1.0, 1e-12);
    const double reduced = 0.75;
    EXPECT_NEAR(colliding.report.kinetic, 0.5 * (16.0 + 3.0) - 0.5 * reduced * (1.0 - e * e) * 25.0, 1e-8);
  }
}

TEST_P(ContactLaws, DroppedBallLeavesWithRestitutionTimesItsSpeed) {
  for (const double e : {0.3, 0.8}) {
    Simulation dropped = simulation(solver(), true);
    addPlane(dropped.world, Vec3::UnitY(), material(0.5, 0.0));
    addSphere(dropped.world, 0.25, 1.0, {0, 2.25, 0}, material(0.5, e));
    const Body& ball = dropped.world.bodies[1];
    int steps = 0;
    for (; steps < 120 && ball.velocity.y() <= 0.0; ++steps) step(dropped);
    const auto [height, velocity] = Bouncing{.drop = 2.0, .e = e}.after(steps * dropped.world.h);
    EXPECT_NEAR(ball.pose.position.y() - 0.25, height, 1e-9);
    EXPECT_NEAR(ball.velocity.y(), velocity, 1e-9);  // the tolerance of the iterative methods
  }
}

TEST_P(ContactLaws, SlowImpactDoesNotBounce) {
  Simulation dropped = simulation(solver(), true);
  addPlane(dropped.world, Vec3::UnitY());
  addSphere(dropped.world, 0.25, 1.0, {0, 0.2505, 0}, material(0.5, 0.9));
  for (int n = 0; n < 60; ++n) step(dropped);
  EXPECT_LE(std::abs(dropped.world.bodies[1].velocity.y()), 1e-9);
  EXPECT_NEAR(dropped.world.bodies[1].pose.position.y(), 0.25, 2.0 * touchingGap(dropped.world.h));
}

TEST_P(ContactLaws, ApproachingBodiesTouchButDoNotOverlap) {
  Simulation dropped = simulation(solver(), true);
  addPlane(dropped.world, Vec3::UnitY());
  addSphere(dropped.world, 0.25, 1.0, {0, 3.0, 0});
  double deepest = 0.0;
  for (int n = 0; n < 120; ++n) deepest = std::max(deepest, step(dropped).max_penetration);
  EXPECT_LE(deepest, 1e-9);  // the gap is the solver's own constraint, so only its tolerance is left
}

TEST_P(ContactLaws, TwoDimensionalCollisionConservesAngularMomentum) {
  Simulation colliding = simulation(solver());
  World& world = colliding.world;
  world.gravity.setZero();
  addSphere(world, 0.5, 1.0, {0, 0, 0}, material(0.4, 0.5));
  addSphere(world, 0.5, 2.0, {2, 0.4, 0.3}, material(0.4, 0.5));
  world.bodies[0].velocity = {5, 0, 0};
  world.bodies[0].omega = {3, -7, 11};
  const double before = kineticEnergy(world.bodies[0]);
  const Vec3 momentum = angularMomentum(world.bodies[0]);
  for (int n = 0; n < 60; ++n) step(colliding);
  EXPECT_LE((colliding.report.angular_momentum - momentum).norm(), 1e-11);  // rounding
  EXPECT_LT(colliding.report.kinetic, before);
  EXPECT_NE(world.bodies[1].velocity.norm(), 0.0);
}

}  // namespace
}  // namespace keystone
