// Kinematic bodies that follow a path, and what they carry.
#include "world/path.h"

#include <numbers>

#include "world/small_worlds.h"

namespace keystone {
namespace {

Keyframe key(double time, const Vec3& position, double angle = 0.0, const Vec3& axis = Vec3::UnitZ()) {
  return {time, {position, Quat(Eigen::AngleAxisd(angle, axis))}};
}

double angleBetween(const Quat& a, const Quat& b) {
  return 2.0 * (a.conjugate() * b).vec().norm();
}

// A kinematic plate of 4 x 0.2 x 4 m whose top is 0.1 m above its centre, on a path from the origin.
int addPlate(World& world, const Path& path, double mu) {
  const int plate = addBox(world, {2, 0.1, 2}, 1.0, Vec3::Zero(), material(mu));
  world.bodies[plate].kind = BodyKind::Kinematic;
  world.paths.push_back(path);
  world.paths.back().body = plate;
  return plate;
}

class Paths : public ::testing::TestWithParam<StepperKind> {};
INSTANTIATE_TEST_SUITE_P(EveryStepper, Paths,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Quasistatic,
                                           StepperKind::Position),
                         stepperName);

class Lifts : public ::testing::TestWithParam<StepperKind> {};
INSTANTIATE_TEST_SUITE_P(SteppersWithInertia, Lifts,
                         ::testing::Values(StepperKind::Velocity, StepperKind::Acceleration, StepperKind::Position),
                         stepperName);

TEST_P(Paths, EveryStepEndsAtThePathsPose) {
  Simulation moving = simulation(*findSolver("exact"));
  moving.stepper = GetParam();
  const Path path{.keys = {key(0, Vec3::Zero()), key(1, {1, 2, 0}, 2.0, Vec3::UnitY()), key(1.5, {1, 0, 3}, -1.0)},
                  .ease = true};
  const int plate = addPlate(moving.world, path, 0.5);
  for (int n = 0; n < 120; ++n) {
    step(moving);
    const Pose& now = moving.world.bodies[plate].pose;
    const Pose wanted = poseAt(path, moving.world.time);
    ASSERT_LE((now.position - wanted.position).norm(), 1e-12);
    ASSERT_LE(angleBetween(now.orientation, wanted.orientation), 1e-12);
  }
  EXPECT_TRUE(moving.world.bodies[plate].velocity.isZero(0.0)) << "it rests after its last key";
}

TEST(Path, IsStraightBetweenKeysAndTurnsAtConstantSpeed) {
  const Path path{.keys = {key(1, {1, 0, 0}), key(3, {5, 2, 0}, 1.0)}};
  EXPECT_LE((poseAt(path, 1.5).position - Vec3(2, 0.5, 0)).norm(), 1e-15);
  EXPECT_NEAR(angleBetween(poseAt(path, 1.5).orientation, Quat::Identity()), 2.0 * std::sin(0.125), 1e-15);
  EXPECT_EQ(poseAt(path, 0.0).position.x(), 1.0);
  EXPECT_EQ(poseAt(path, 9.0).position.x(), 5.0);
}

TEST(Path, EasesInAndOutOfEveryKey) {
  const Path path{.keys = {key(0, Vec3::Zero()), key(2, {4, 0, 0})}, .ease = true};
  EXPECT_NEAR(poseAt(path, 0.5).position.x(), 4.0 * 0.15625, 1e-15);  // 3 s^2 - 2 s^3 at 1/4
  EXPECT_NEAR(poseAt(path, 1.0).position.x(), 2.0, 1e-15);
  EXPECT_NEAR((poseAt(path, 1e-6).position.x() - poseAt(path, 0.0).position.x()) / 1e-6, 0.0, 1e-5);
}

TEST(Path, ALoopBeginsAgain) {
  const Path path{.keys = {key(1, Vec3::Zero()), key(2, {1, 0, 0}), key(3, Vec3::Zero())}, .loop = true};
  for (const double t : {1.25, 2.75}) {
    for (const int turns : {1, 2, 50}) {
      EXPECT_NEAR(poseAt(path, t + 2.0 * turns).position.x(), poseAt(path, t).position.x(), 1e-12);
    }
  }
  EXPECT_NEAR(poseAt(path, 0.5).position.x(), 0.5, 1e-15) << "before the first key too";
}

// Up and down by an eased path: 2 m in 2 s, largest acceleration 6 s / T^2 = 3 m/s^2, below g.
TEST_P(Lifts, ABoxRidesALiftWithoutSlipping) {
  Simulation lift = simulation(*findSolver("exact"));
  lift.stepper = GetParam();
  const Path path{
      .keys = {key(0, Vec3::Zero()), key(2, {0.5, 2, 0}), key(4, Vec3::Zero())}, .loop = true, .ease = true};
  const int plate = addPlate(lift.world, path, 0.9);
  const int box = addBox(lift.world, {0.2, 0.2, 0.2}, 1.0, {0, 0.3, 0}, material(0.9));
  for (int n = 0; n < 480; ++n) {
    step(lift);
    const Vec3 apart = lift.world.bodies[box].pose.position - lift.world.bodies[plate].pose.position;
    // Gaps of up to 10 um count as none.
    ASSERT_LE((apart - Vec3(0, 0.3, 0)).norm(), 2e-5) << n;
  }
}

// An eased way of s in T begins with the acceleration 6 s / T^2, in steps of h a little less: a box stays on below mu g
// and slips above.
TEST(Path, ShakesABoxOffAboveMuG) {
  const double mu = 0.4, way = 0.5, g = 9.81;
  for (const double share : {0.95, 1.2}) {
    Simulation shaken = simulation(*findSolver("exact"));
    const double half = std::sqrt(6.0 * way / (share * mu * g));
    const Path path{.keys = {key(0, Vec3::Zero()), key(half, {way, 0, 0}), key(2.0 * half, Vec3::Zero())},
                    .loop = true,
                    .ease = true};
    const int plate = addPlate(shaken.world, path, mu);
    const int box = addBox(shaken.world, {0.2, 0.02, 0.2}, 1.0, {0, 0.12, 0}, material(mu));
    double slipped = 0.0;
    for (int n = 0; n < 600; ++n) {
      step(shaken);
      const double apart = shaken.world.bodies[box].pose.position.x() - shaken.world.bodies[plate].pose.position.x();
      slipped = std::max(slipped, std::abs(apart));
    }
    if (share < 1.0) {
      EXPECT_LE(slipped, 1e-6);
    } else {
      EXPECT_GE(slipped, 1e-3);
    }
  }
}

// A body asleep on a plate that has not moved yet wakes when it does.
TEST(Path, WakesWhatLiesOnIt) {
  Simulation lift = simulation(*findSolver("exact"));
  lift.params.sleeping = true;
  const Path path{.keys = {key(0, Vec3::Zero()), key(2, Vec3::Zero()), key(4, {0, 1, 0})}, .ease = true};
  addPlate(lift.world, path, 0.5);
  const int box = addBox(lift.world, {0.2, 0.2, 0.2}, 1.0, {0, 0.3, 0}, material(0.5));
  for (int n = 0; n < 100; ++n) step(lift);
  EXPECT_TRUE(lift.world.bodies[box].isAsleep());
  for (int n = 0; n < 160; ++n) step(lift);
  EXPECT_NEAR(lift.world.bodies[box].pose.position.y(), 1.3, 2e-5);
}

}  // namespace
}  // namespace keystone
