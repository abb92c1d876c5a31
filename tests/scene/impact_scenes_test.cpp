// Scenes of impacts against closed forms: a rack of fifteen, and balls dropped with every restitution.
#include <numbers>

#include "scene/balance.h"
#include "scene/scene_fixture.h"

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
  for (int n = 1; n <= 300; ++n) {
    step(simulation);
    const StepReport& report = simulation.report;
    ASSERT_LE(report.residual.value, 1e-9) << n;
    const Vec3 given = simulation.problem.h * forceFromOutside(simulation);
    ASSERT_LE((report.momentum - momentum - given).norm(), 1e-12 * scale) << n;
    ASSERT_LE(report.kinetic + report.potential, energy * (1.0 + 1e-12)) << n;
    momentum = report.momentum;
    energy = report.kinetic + report.potential;
    if (n == 20) {
      EXPECT_NEAR(named(scene, "cue").velocity.x(), 12.0 - 0.1 * kSceneGravity * n * simulation.world.h, 1e-12);
    }
  }
  for (int row = 2; row <= 5; ++row)
    for (int place = 1; place <= row; ++place) {
      const Vec3 one = named(scene, ballName(row, place)).pose.position;
      const Vec3 other = named(scene, ballName(row, row + 1 - place)).pose.position;
      EXPECT_LE((one - Vec3(other.x(), other.y(), -other.z())).norm(), 1e-9) << ballName(row, place);
    }
}

constexpr double kDrop = 20.0;  // [m]

// [m] How high above the ground a ball is after n steps, as the velocity stepper has it: it bounces from where the step
// begins that would lead it into the ground. Slow impacts do not bounce.
std::vector<double> steppedBounces(double e, double h, double threshold, int steps) {
  std::vector<double> heights;
  double height = kDrop, speed = 0.0;
  for (int n = 0; n < steps; ++n) {
    const double before = speed;
    speed -= kSceneGravity * h;
    if (height + h * speed < 0.0) {
      const double stays = -height / h;  // what ends on the ground
      speed = e > 0.0 && before < -threshold ? std::max(stays, -e * before) : stays;
    }
    height += h * speed;
    heights.push_back(height);
  }
  return heights;
}

// e of ball i (the ground is body 0) is (i - 1) / 10. 1e-9 m: rounding over 600 steps. A bounce begins up to a step's
// way above the ground, and the fall before it is up to as much short or long.
TEST(RestitutionSweep, BallsBounceAsTheStepHasItAndToESquaredOfTheirHeightToFirstOrder) {
  Scene scene = loadById("restitution_sweep");
  Simulation& simulation = scene.simulation;
  const int steps = 600;
  std::vector<std::vector<double>> exact;
  for (int i = 0; i <= 10; ++i)
    exact.push_back(steppedBounces(0.1 * i, simulation.world.h, simulation.params.restitution_threshold, steps));
  std::vector<double> top(11, 0.0);
  std::vector<bool> bounced(11, false), done(11, false);
  for (int n = 0; n < steps; ++n) {
    step(simulation);
    for (std::size_t i = 0; i <= 10; ++i) {
      const Body& ball = simulation.world.bodies[i + 1];
      const double height = ball.pose.position.y() - 0.5;
      ASSERT_NEAR(height, exact[i][n], 1e-9) << ball.name << " step " << n;
      bounced[i] = bounced[i] || ball.velocity.y() > 0.0;
      done[i] = done[i] || (bounced[i] && ball.velocity.y() < 0.0);
      if (bounced[i] && !done[i]) top[i] = std::max(top[i], height);
    }
  }
  const double fastest = std::sqrt(2.0 * kSceneGravity * kDrop);
  for (std::size_t i = 0; i <= 10; ++i) {
    const double e = 0.1 * static_cast<double>(i);
    EXPECT_NEAR(top[i], e * e * kDrop, 2.0 * fastest * simulation.world.h) << e;
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
