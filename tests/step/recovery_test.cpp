#include <gtest/gtest.h>

#include "step/recover.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

class Recovery : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Recovery, ::testing::ValuesIn(frictionSolvers()), solverName);

// Three boxes, each 0.1 m into the one below.
Simulation overlapping(const SolverInfo& solver, bool planar) {
  Simulation result = simulation(solver, planar);
  addPlane(result.world, Vec3::UnitY());
  for (int i = 0; i < 3; ++i) addBox(result.world, {0.5, 0.5, 0.5}, 1.0, {0, 0.4 + 0.9 * i, 0});
  return result;
}

TEST_P(Recovery, AddsNoKineticEnergyAndLeavesNoMoreThanTheSlop) {
  for (const bool planar : {true, false}) {
    Simulation simulation = overlapping(*GetParam(), planar);
    for (int n = 0; n < 240; ++n) ASSERT_LE(step(simulation).kinetic, 1e-12) << n;  // resting bodies: rounding only
    EXPECT_LE(simulation.report.max_penetration, simulation.params.recovery_slop);
  }
}

TEST_P(Recovery, IsNoFasterThanItsSpeed) {
  Simulation simulation = overlapping(*GetParam(), true);
  simulation.params.recovery_speed = 0.3;
  double before = simulation.world.bodies[1].pose.position.y();
  for (int n = 0; n < 60; ++n) {
    step(simulation);
    const double now = simulation.world.bodies[1].pose.position.y();
    EXPECT_LE(now - before, 0.3 * simulation.world.h * (1.0 + 1e-6));  // an iterative method's tolerance
    before = now;
  }
}

TEST_P(Recovery, CostsNothingWhereNothingOverlaps) {
  Simulation resting = simulation(*GetParam(), true);
  addPlane(resting.world, Vec3::UnitY());
  addBox(resting.world, {0.5, 0.5, 0.5}, 1.0, {0, 0.5, 0});
  for (int n = 0; n < 60; ++n) {
    step(resting);
    EXPECT_EQ(resting.report.recovery.iterations, 0);
    EXPECT_EQ(resting.report.recovery.pivots, 0);
  }
}

}  // namespace
}  // namespace keystone
