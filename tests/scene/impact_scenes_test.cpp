// Scenes of impacts against closed forms: a rack of fifteen, and balls dropped with every restitution.
#include <numbers>

#include "scene/balance.h"
#include "scene/scene_fixture.h"
#include "support/closed_motions.h"

namespace keystone {
namespace {

// Velocity (x, z) of a ball of the rack after the break, in the cue ball's speed / 35, z in sqrt(3) of that. Without
// friction, e = 1, all touching contacts at once: a ball inside moves with its neighbours; the two that lead the edges
// and the tip differ. It keeps momentum (35) and energy (35^2), no two balls approach, and all impulses push.
Vec2 afterTheBreak(int row, int place) {
  if (row == 1) return {8, 0};
  if (place > 1 && place < row) return {2, 0};
  const double side = place == 1 ? -1.0 : 1.0;
  return row == 5 ? Vec2(6, 2 * side) : Vec2(5, 3 * side);
}

std::string ballName(int row, int place) {
  return "ball_" + std::to_string(row) + "_" + std::to_string(place);
}

// Restitution e adds (1 + e) / 2 of what e = 1 adds. 1e-9: the solver's, twice.
TEST(Billiards, TheRackOfFifteenBreaksByTheClosedForm) {
  for (const double e : {1.0, 0.9}) {
    Scene scene = loadById("billiards");
    for (Collider& collider : scene.simulation.world.colliders) {
      collider.material.friction_static = collider.material.friction_dynamic = 0.0;
      collider.material.restitution = e;
    }
    constexpr double kSpeed = 12.0;
    while (named(scene, "cue").velocity.x() == kSpeed && scene.simulation.world.step < 60) step(scene.simulation);
    EXPECT_EQ(scene.simulation.world.step, 25);  // 5 m at 12 m/s: 0.42 s
    const double part = 0.5 * (1.0 + e) * kSpeed / 35.0;
    EXPECT_NEAR(named(scene, "cue").velocity.x(), kSpeed - 62.0 * part, 1e-9 * kSpeed);
    for (int row = 1; row <= 5; ++row)
      for (int place = 1; place <= row; ++place) {
        const Vec3 velocity = named(scene, ballName(row, place)).velocity;
        const Vec2 exact = part * afterTheBreak(row, place);
        EXPECT_NEAR(velocity.x(), exact.x(), 1e-9 * kSpeed) << ballName(row, place);
        EXPECT_NEAR(velocity.z(), std::numbers::sqrt3 * exact.y(), 1e-9 * kSpeed) << ballName(row, place);
      }
  }
}

// The cue ball slides at first: v = 12 - mu g t. Only the ground changes the momentum, and it moves nothing, so that
// energy falls. The break is its own mirror image.
TEST(Billiards, TheBallsKeepMomentumSymmetryAndTheEnergyThatFrictionLeaves) {
  Scene scene = loadById("billiards");
  Simulation& simulation = scene.simulation;
  Vec3 momentum = named(scene, "cue").mass * named(scene, "cue").velocity;
  double energy = HUGE_VAL;
  const double scale = momentum.norm();
  int alone = 0;  // steps
  for (int n = 1; n <= 300; ++n) {
    step(simulation);
    const StepReport& report = simulation.report;
    ASSERT_LE(report.residual.value, 1e-9) << n;
    const Vec3 given = simulation.problem.h * forceFromOutside(simulation);
    // A ball that comes back to the ground meets it by itself.
    alone += report.isolated > 0 ? 1 : 0;
    if (report.isolated == 0) {
      ASSERT_LE((report.momentum - momentum - given).norm(), 1e-12 * scale) << n;
    }
    ASSERT_LE(report.kinetic + report.potential, energy * (1.0 + 1e-12)) << n;
    momentum = report.momentum;
    energy = report.kinetic + report.potential;
    if (n == 20) {
      EXPECT_NEAR(named(scene, "cue").velocity.x(), 12.0 - 0.1 * kSceneGravity * n * simulation.world.h, 1e-12);
    }
  }
  EXPECT_LE(alone, 3);
  for (int row = 2; row <= 5; ++row)
    for (int place = 1; place <= row; ++place) {
      const Vec3 one = named(scene, ballName(row, place)).pose.position;
      const Vec3 other = named(scene, ballName(row, row + 1 - place)).pose.position;
      EXPECT_LE((one - Vec3(other.x(), other.y(), -other.z())).norm(), 1e-9) << ballName(row, place);
    }
}

constexpr double kDrop = 20.0;  // [m]

// e of ball i (the ground is body 0) is (i - 1) / 10.
TEST(RestitutionSweep, BallsBounceToESquaredOfTheirHeightUnderAllWhoCollideThem) {
  for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Position, StepperKind::Acceleration}) {
    Scene scene = loadById("restitution_sweep");
    Simulation& simulation = scene.simulation;
    simulation.stepper = stepper;
    for (int n = 1; n <= 600; ++n) {
      step(simulation);
      for (int i = 0; i <= 10; ++i) {
        const Body& ball = simulation.world.bodies[static_cast<std::size_t>(i) + 1];
        const auto [height, velocity] = Bouncing{.drop = kDrop, .e = 0.1 * i}.after(n * simulation.world.h);
        ASSERT_NEAR(ball.pose.position.y() - 0.5, height, 1e-9) << ball.name << " step " << n;
      }
    }
  }
}

TEST(RestitutionSweep, BallsReboundToESquaredOfTheirHeightWithImpactsAtTheirTime) {
  Scene scene = loadById("restitution_sweep");
  Simulation& simulation = scene.simulation;
  simulation.params.impact_time = ImpactTime::Exact;
  const int steps =
      static_cast<int>(std::sqrt(2.0 * kDrop / kSceneGravity) / simulation.world.h) + 1;  // the impact is in the last
  for (int n = 0; n < steps; ++n) step(simulation);
  for (std::size_t i = 1; i <= 11; ++i) {
    const Body& ball = simulation.world.bodies[i];
    const double e = 0.1 * static_cast<double>(i - 1), up = ball.velocity.y();
    EXPECT_NEAR(ball.pose.position.y() - 0.5 + 0.5 * up * up / kSceneGravity, e * e * kDrop, 1e-6) << ball.name;
    EXPECT_EQ(up > 0.0, e > 0.0) << ball.name;
  }
}

}  // namespace
}  // namespace keystone
