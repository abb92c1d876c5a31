// What holds whichever stepper moves the world.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/effort.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// `count` boxes on top of each other, touching.
Simulation tower(int count, bool planar) {
  Simulation result = simulation(*findSolver("pivoting"), planar);
  addPlane(result.world, Vec3::UnitY());
  for (int i = 0; i < count; ++i) addBox(result.world, {0.5, 0.25, 0.5}, 1.0, {0.03 * (i % 2), 0.25 + 0.5 * i, 0});
  return result;
}

double farthest(const World& world) {
  double way = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    way = std::max(way, (world.bodies[i].pose.position - world.start[i]).norm());
  return way;
}

TEST(Steppers, EachIsFoundByItsIdAndNamesItself) {
  for (const StepperInfo& stepper : steppers()) {
    EXPECT_EQ(findStepper(stepper.id), &stepper);
    EXPECT_EQ(toString(stepper.kind), stepper.id);
  }
  EXPECT_EQ(findStepper("backwards"), nullptr);
}

TEST(Steppers, TowerAtRestStaysWithinAMicrometreForAMinute) {
  for (const StepperInfo& stepper : steppers()) {
    if (!stepper.uses_solver) continue;  // as soft as it is: avbd_test.cpp, tgs_soft_test.cpp, penalty_test.cpp
    Simulation standing = tower(10, true);
    standing.stepper = stepper.kind;
    for (const int order : {1, 2}) {
      standing.parameters["order"] = order;
      for (int n = 0; n < trials(1800); ++n) ASSERT_LE(step(standing).residual.value, 1e-9) << stepper.id;
    }
    EXPECT_LE(farthest(standing.world), 1e-6) << stepper.id;
  }
}

TEST(Steppers, AreSwitchedUnderATowerWithoutAJump) {
  for (const bool planar : {true, false}) {
    Simulation standing = tower(5, planar);
    for (int n = 0; n < 120; ++n) {
      const StepperInfo& stepper = steppers()[n % steppers().size()];
      if (!stepper.uses_solver) continue;  // under those the tower settles first
      standing.stepper = stepper.kind;
      step(standing);
      ASSERT_FALSE(standing.report.rejected);
    }
    EXPECT_LE(farthest(standing.world), 1e-6);
  }
}

TEST(Steppers, SwitchInFlightKeepsPoseAndVelocity) {
  Simulation flying = simulation(*findSolver("pivoting"));
  const int ball = addSphere(flying.world, 0.5, 1.0, {0, 10, 0});
  flying.world.bodies[ball].velocity = {4, 3, 0};
  Simulation switched = flying;
  for (int n = 0; n < 30; ++n) {
    switched.stepper = n % 2 == 0 ? StepperKind::Velocity : StepperKind::Acceleration;
    step(flying);
    step(switched);
  }
  EXPECT_LE((flying.world.bodies[ball].pose.position - switched.world.bodies[ball].pose.position).norm(), 1e-12);
}

}  // namespace
}  // namespace keystone
