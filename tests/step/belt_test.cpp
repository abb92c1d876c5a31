// Surfaces that move over their bodies: belts.
#include "problem/delassus.h"
#include "sleep/sleep.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81;
constexpr double kSpeed = 1.2;  // [m/s], of the belt
constexpr double kMu = 0.3;

// A static belt along +x, its top at y = 0, and a box of 0.4 m on it.
Simulation belt(const SolverInfo& solver, bool planar) {
  Simulation result = simulation(solver, planar);
  const int bed = addBox(result.world, {20, 0.1, 1}, 1.0, {0, -0.1, 0}, material(kMu));
  result.world.bodies[bed].kind = BodyKind::Static;
  result.world.colliders[bed].surface_velocity = {kSpeed, 0, 0};
  addBox(result.world, {0.2, 0.1, 0.2}, 3.0, {0, 0.1, 0}, material(kMu));
  return result;
}

const Body& boxOf(const Simulation& simulation) {
  return simulation.world.bodies[1];
}

class Belts : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Belts, ::testing::ValuesIn(frictionSolvers()), solverName);

// v = mu g t until it is the belt's, after v / (mu g) = 0.41 s; then the box goes with it.
TEST_P(Belts, ABoxReachesTheBeltsSpeedByFrictionAndKeepsIt) {
  for (const bool planar : {true, false}) {
    Simulation carried = belt(*GetParam(), planar);
    for (int n = 1; n <= 60; ++n) {
      step(carried);
      ASSERT_NEAR(boxOf(carried).velocity.x(), std::min(kSpeed, n * kMu * kGravity * carried.world.h), 1e-8) << n;
      ASSERT_LE(carried.report.residual.value, 1e-8) << n;
    }
    EXPECT_NEAR(boxOf(carried).velocity.x(), kSpeed, 1e-10);
    EXPECT_NEAR(boxOf(carried).pose.position.y(), 0.1, 1e-9);
  }
}

class BeltSteppers : public ::testing::TestWithParam<StepperKind> {};
INSTANTIATE_TEST_SUITE_P(EveryStepper, BeltSteppers,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Quasistatic,
                                           StepperKind::Position),
                         stepperName);

TEST_P(BeltSteppers, ABoxEndsUpAtTheBeltsSpeed) {
  Simulation carried = belt(*findSolver("exact"), false);
  carried.stepper = GetParam();
  const double start = boxOf(carried).pose.position.x();
  double before = start;
  for (int n = 1; n <= 90; ++n) {
    before = boxOf(carried).pose.position.x();
    step(carried);
    ASSERT_FALSE(carried.report.rejected);
  }
  const double h = carried.world.h;
  // Without inertia the belt carries at mu g tau, should that be less than its own speed.
  const double most = GetParam() == StepperKind::Quasistatic ? kMu * kGravity * carried.params.time_constant : kSpeed;
  EXPECT_NEAR((boxOf(carried).pose.position.x() - before) / h, std::min(kSpeed, most), 1e-9);
}

// Dynamic friction below the static one: the box catches up by mu_d g, and then sticks.
TEST(Belt, DynamicFrictionCarriesUntilTheBoxSticks) {
  Simulation carried = belt(*findSolver("pivoting"), true);
  carried.stepper = StepperKind::Acceleration;
  for (Collider& collider : carried.world.colliders) collider.material = {0.3, 0.2, 0.0};
  for (int n = 1; n <= 90; ++n) {
    step(carried);
    const double wanted = std::min(kSpeed, n * 0.2 * kGravity * carried.world.h);
    // In the step in which it sticks it is anywhere between.
    ASSERT_NEAR(boxOf(carried).velocity.x(), wanted, wanted < kSpeed ? 1e-9 : 0.11 * kSpeed) << n;
  }
  EXPECT_NEAR(boxOf(carried).velocity.x(), kSpeed, 1e-9);
}

TEST(Belt, MovesInItsBodysFrameAndPushesBothWays) {
  Simulation carried = belt(*findSolver("exact"), false);
  carried.world.bodies[0].pose.orientation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
  for (int n = 0; n < 60; ++n) step(carried);
  EXPECT_LE((boxOf(carried).velocity - kSpeed * Vec3(std::cos(0.5), 0, -std::sin(0.5))).norm(), 1e-9);

  // A sled whose underside runs backwards drives itself: as b of its contact with the ground.
  Simulation sled = simulation(*findSolver("exact"));
  addPlane(sled.world, Vec3::UnitY(), material(kMu));
  const int box = addBox(sled.world, {0.2, 0.1, 0.2}, 3.0, {0, 0.1, 0}, material(kMu));
  sled.world.colliders[box].surface_velocity = {-kSpeed, 0, 0};
  for (int n = 0; n < 60; ++n) step(sled);
  EXPECT_NEAR(sled.world.bodies[box].velocity.x(), kSpeed, 1e-9);
}

// Against a wall it stays, pressed by mu m g, and never sleeps: the belt does work on it all the time.
TEST(Belt, ABoxHeldBackByAWallStaysAwake) {
  Simulation held = belt(*findSolver("exact"), false);
  held.params.sleeping = true;
  const int wall = addBox(held.world, {0.1, 1, 1}, 1.0, {0.3, 1, 0}, material(0.0));
  held.world.bodies[wall].kind = BodyKind::Static;
  for (int n = 0; n < 200; ++n) step(held);
  EXPECT_LE(boxOf(held).velocity.norm(), 1e-9);
  EXPECT_FALSE(boxOf(held).isAsleep());

  held.world.colliders[0].surface_velocity.setZero();
  for (int n = 0; n < 100; ++n) step(held);
  EXPECT_TRUE(boxOf(held).isAsleep());
  held.world.colliders[0].surface_velocity = {-kSpeed, 0, 0};
  for (int n = 0; n < 60; ++n) step(held);
  EXPECT_NEAR(boxOf(held).velocity.x(), -kSpeed, 1e-9) << "a belt that is switched on wakes it";
}

// A ball put on a belt: m v = mu m g t, I w = -mu m g r t, until v - w r... rolls: v = 2/7 of the belt's speed.
TEST(Belt, ABallEndsUpRollingAtTwoSeventhsOfTheBeltsSpeed) {
  Simulation rolled = belt(*findSolver("exact"), false);
  removeBody(rolled.world, 1);
  const int ball = addSphere(rolled.world, 0.2, 1.0, {0, 0.2, 0}, material(kMu));
  for (int n = 0; n < 120; ++n) step(rolled);
  EXPECT_NEAR(rolled.world.bodies[ball].velocity.x(), 2.0 / 7.0 * kSpeed, 1e-9);
  EXPECT_NEAR(rolled.world.bodies[ball].omega.z(), 5.0 / 7.0 * kSpeed / 0.2, 1e-8);
}

}  // namespace
}  // namespace keystone
