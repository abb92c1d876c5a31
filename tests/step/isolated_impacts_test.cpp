// Bodies that meet by themselves take their impacts at the time and place where they meet.
#include "step/isolated_impacts.h"

#include <gtest/gtest.h>

#include <random>

#include "collide/touching.h"
#include "scene/scene_fixture.h"
#include "support/closed_motions.h"
#include "support/trial.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr StepperKind kColliding[] = {StepperKind::Velocity, StepperKind::Position, StepperKind::Acceleration};

// A ball on the ground at random: no force has a lever about the line on which it touches, so that in the end it rolls
// with (5 v - 2 R w) / 7, whatever friction, restitution, height and step are. So it does where others are near and it
// takes the step with all, as by semi-implicit Euler.
TEST(IsolatedImpacts, OfABallThatIsThrownLeaveItsAngularMomentumAboutTheGround) {
  std::mt19937_64 random(39);
  const auto uniform = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  for (int trial = 0; trial < trials(1000); ++trial) {
    const double radius = std::exp(uniform(std::log(0.05), std::log(0.5))), height = uniform(0.1, 2.0);
    const double speed = uniform(-3.0, 3.0), spin = uniform(-3.0, 3.0) / radius;
    const double rate = std::exp(uniform(std::log(30.0), std::log(480.0)));
    Material material;
    material.friction_static = material.friction_dynamic = uniform(0.1, 1.0);
    material.restitution = uniform(0.0, 0.8);
    const double rolls = (5.0 * speed - 2.0 * radius * spin) / 7.0;
    for (int method = 0; method < 4; ++method) {
      const StepperKind stepper = kColliding[method % 3];
      Simulation thrown = simulation(*defaultSolver(), trial % 2 == 0);
      thrown.stepper = stepper;
      if (method == 3) thrown.params.integrator = Integrator::SemiImplicitEuler;
      thrown.world.h = 1.0 / rate;
      addPlane(thrown.world, Vec3::UnitY(), material);
      const int ball = addSphere(thrown.world, radius, 1.0, {0, radius + height, 0}, material);
      Body& body = thrown.world.bodies[ball];
      body.velocity.x() = speed;
      body.omega.z() = spin;
      const auto is_rolling = [&] {
        return body.velocity.y() == 0.0 && std::abs(body.velocity.x() + radius * body.omega.z()) < 1e-9;
      };
      for (int n = 0; n < 12.0 * rate && !is_rolling(); ++n) step(thrown);
      const double error = std::abs(body.velocity.x() - rolls) / (std::abs(speed) + radius * std::abs(spin));
      EXPECT_LE(error, 1e-9) << "trial " << trial << ", " << toString(stepper) << ", e " << material.restitution << ", "
                             << rate << " Hz";
    }
  }
}

TEST(IsolatedImpacts, OfABallThatIsDroppedReachESquaredOfItsHeight) {
  for (const StepperKind stepper : kColliding)
    for (const double drop : {0.5, 2.0, 5.0})
      for (const double e : {0.1, 0.3, 0.5, 0.8, 0.95}) {
        Material material;
        material.restitution = e;
        Simulation dropped = simulation(*defaultSolver());
        dropped.stepper = stepper;
        addPlane(dropped.world, Vec3::UnitY(), material);
        addSphere(dropped.world, 0.5, 1.0, {0, 0.5 + drop, 0}, material);
        for (int n = 1; n <= 180; ++n) {
          step(dropped);
          const auto [height, velocity] = Bouncing{.drop = drop, .e = e}.after(n * dropped.world.h);
          ASSERT_NEAR(dropped.world.bodies[1].pose.position.y() - 0.5, height, 1e-9)
              << toString(stepper) << " from " << drop << " m, e " << e << ", step " << n;
        }
      }
}

// What stands beside it changes no bit of a ball's way.
TEST(IsolatedImpacts, DoNotFeelWhatIsElsewhere) {
  Material material;
  material.restitution = 0.7;
  Simulation beside = loadById("wall_5x5").simulation;
  Simulation alone = simulation(*defaultSolver(), beside.world.planar);
  for (Simulation* simulation : {&alone, &beside}) {
    simulation->world.gravity = {0.0, -9.81, 0.0};
    if (simulation == &alone) addPlane(simulation->world, Vec3::UnitY());
    addSphere(simulation->world, 0.3, 2.0, {-20.0, 2.0, 0.0}, material);
    simulation->world.bodies.back().velocity = {-1.0, 0.0, 0.0};
  }
  alone.world.colliders[0] = beside.world.colliders[0];
  int met = 0;
  for (int n = 0; n < 200; ++n) {
    met += step(alone).isolated;
    step(beside);
    const Body &one = alone.world.bodies.back(), &other = beside.world.bodies.back();
    ASSERT_EQ(one.pose.position, other.pose.position) << n;
    ASSERT_EQ(one.velocity, other.velocity) << n;
  }
  EXPECT_GT(met, 3);
}

// Equal balls without weight that meet with e = 0 go on together: after the impact no velocity is left to be changed,
// and what rounding left of its impulse is no start to be judged by its own size.
TEST(IsolatedImpacts, LeaveNothingToBeSolvedWhereBallsGoOnTogether) {
  for (const char* solver : {"exact", "newton_cone", "interior_point", "pgs"})
    for (const double v : {0.3, 1.0, 2.0}) {
      Simulation meeting = simulation(*findSolver(solver));
      meeting.world.gravity.setZero();
      addSphere(meeting.world, 0.1, 1.0, {-0.75, 0, 0}, material(0.5));
      addSphere(meeting.world, 0.1, 1.0, {0, 0, 0}, material(0.5));
      meeting.world.bodies[0].velocity = {v, 0, 0};
      for (int n = 0; n < 150; ++n)
        ASSERT_LE(step(meeting).residual.value, 1e-9) << solver << ", " << v << " m/s, step " << n;
      EXPECT_NEAR(meeting.world.bodies[1].velocity.x(), 0.5 * v, 1e-12) << solver;
    }
}

}  // namespace
}  // namespace keystone
