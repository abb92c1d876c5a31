// Bodies that fly past each other: nothing happens to them.
#include <gtest/gtest.h>

#include "support/effort.h"
#include "support/near_miss.h"
#include "world/joint_worlds.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

class NearMisses : public ::testing::TestWithParam<unsigned> {};

// Of each seed a fifth of a thousand. Not of concave meshes, distance fields and surfaces of triangles: some of those
// are met too early (bench/shots.cpp).
TEST_P(NearMisses, ChangeNoVelocity) {
  constexpr int kTrials = 200;
  const std::vector<TrialMethod> methods = promisingMethods();
  int flights = 0;
  for (int n = 0; n < trials(kTrials); ++n) {
    RandomShapes random = trialShapes(GetParam(), n);
    const NearMiss miss = randomNearMiss(random, plainSolid, plainGround);
    for (const TrialMethod& method : methods) {
      const TrialResult result = run(miss, method);
      if (result.touched) continue;
      ++flights;
      EXPECT_LE(result.change, kTrialRounding) << "trial " << n << ", " << nameOf(method) << " [m/s]";
      EXPECT_LE(result.spin, kTrialRounding) << "trial " << n << ", " << nameOf(method) << " [rad/s]";
    }
  }
  EXPECT_GE(flights, 0.98 * trials(kTrials) * static_cast<double>(methods.size()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, NearMisses, ::testing::Range(5U, 10U));

// Corners that pass along a normal on which they have no gap: of hulls, and of a hull over a height field.
TEST(NearMiss, OfCornersThatWereMet) {
  for (const int trial : {1970, 4286}) {
    RandomShapes random = trialShapes(601, trial);
    const NearMiss miss = randomNearMiss(random, plainSolid, plainGround);
    for (const ImpactTime time : {ImpactTime::Step, ImpactTime::Exact}) {
      const TrialResult result = run(miss, {.impact_time = time});
      EXPECT_FALSE(result.touched) << trial;
      EXPECT_LE(result.change, kTrialRounding) << trial;
    }
  }
}

// Only the lowest of four boxes that fall together meets anything on its own way.
TEST(NearMiss, WhatIsPushedPushesWhatIsNear) {
  constexpr double kGap = 1e-4;
  for (const StepperInfo& stepper : steppers()) {
    if (stepper.kind == StepperKind::Quasistatic || !stepper.uses_solver) continue;
    Simulation falling = simulation(*findSolver("exact"));
    falling.stepper = stepper.kind;
    addPlane(falling.world, Vec3::UnitY(), material(0.5, 0.0));
    for (int i = 3; i >= 0; --i) {  // the lowest last
      const int box =
          addBox(falling.world, {0.5, 0.5, 0.5}, 1.0, {0.0, 0.51 + i * (1.0 + kGap), 0.0}, material(0.5, 0.0));
      falling.world.bodies[box].velocity.y() = -1.0;
    }
    step(falling);
    EXPECT_EQ(falling.problem.contacts, 16) << stepper.id;
    for (std::size_t box = 1; box < 4; ++box) {
      const double apart =
          falling.world.bodies[box].pose.position.y() - falling.world.bodies[box + 1].pose.position.y();
      EXPECT_GE(apart - 1.0, -1e-6) << stepper.id << ", box " << box;
    }
  }
}

// Those that something else touches or holds: their way is not known before the solve.
const std::vector<TrialMethod> kGuessing{{StepperKind::Velocity}, {StepperKind::Acceleration}, {StepperKind::Position}};

TEST(NearMiss, OfJoinedBodies) {
  for (const TrialMethod& method : kGuessing) {
    for (const double speed : {3.0, 10.0, 30.0, 60.0, 100.0}) {
      Simulation flying = emptySimulation(method);
      addBox(flying.world, {0.5, 0.5, 0.5}, 1.0, Vec3::Zero());
      flying.world.bodies[0].kind = BodyKind::Static;
      for (const double z : {0.0, 0.5}) {
        const int ball = addSphere(flying.world, 0.2, 1.0, {-3.3 * speed / 60.0, 0.71, z});
        flying.world.bodies[ball].velocity.x() = speed;
      }
      addJoint(flying.world, JointKind::Ball, 1, 2, {-3.3 * speed / 60.0, 0.71, 0.25});
      for (int n = 0; n < 8; ++n) step(flying);
      for (const std::size_t ball : {1U, 2U})
        EXPECT_LE((flying.world.bodies[ball].velocity - Vec3(speed, 0, 0)).norm(), kTrialRounding)
            << nameOf(method) << ", " << speed << " m/s";
    }
  }
}

const Material kSmooth = material(0.0, 0.0);

// A plane y = 0 and a cube of 1 m that stands on it, both fixed.
Simulation tableWithBox(const TrialMethod& method) {
  Simulation table = emptySimulation(method);
  table.world.gravity = {0, -9.81, 0};
  addPlane(table.world, Vec3::UnitY(), kSmooth);
  addBox(table.world, {0.5, 0.5, 0.5}, 1.0, {0, 0.5, 0}, kSmooth);
  table.world.bodies[1].kind = BodyKind::Static;
  return table;
}

TEST(NearMiss, OnATable) {
  for (const TrialMethod& method : kGuessing) {
    for (const double speed : {3.0, 10.0, 30.0, 60.0, 100.0}) {
      Simulation table = tableWithBox(method);
      addSphere(table.world, 0.2, 1.0, {-3.3 * speed / 60.0, 0.2, 0.71}, kSmooth);
      addSphere(table.world, 0.2, 1.0, {0.0, 0.2, 1.12}, kSmooth);
      table.world.bodies[2].velocity.x() = speed;
      for (int n = 0; n < 8; ++n) step(table);
      EXPECT_LE((table.world.bodies[2].velocity - Vec3(speed, 0, 0)).norm(), kTrialRounding)
          << nameOf(method) << ", " << speed << " m/s";
    }
  }
}

TEST(NearMiss, OfJoinedBodiesOnATable) {
  for (const TrialMethod& method : kGuessing) {
    for (const double speed : {3.0, 10.0, 30.0, 60.0, 100.0}) {
      Simulation table = tableWithBox(method);
      const double start = -3.3 * speed / 60.0;
      for (const double behind : {0.0, 0.5}) {
        const int ball = addSphere(table.world, 0.2, 1.0, {start - behind, 0.2, 0.71}, kSmooth);
        table.world.bodies[ball].velocity.x() = speed;
      }
      addJoint(table.world, JointKind::Ball, 2, 3, {start - 0.25, 0.2, 0.71});
      for (int n = 0; n < 8; ++n) step(table);
      for (const std::size_t ball : {2U, 3U})
        EXPECT_LE((table.world.bodies[ball].velocity - Vec3(speed, 0, 0)).norm(), kTrialRounding)
            << nameOf(method) << ", " << speed << " m/s";
    }
  }
}

}  // namespace
}  // namespace keystone
