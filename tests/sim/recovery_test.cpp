#include <gtest/gtest.h>

#include "sim/recover.h"
#include "sim/small_worlds.h"

namespace keystone {
namespace {

class Recovery : public testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Recovery, testing::ValuesIn(frictionSolvers()), solverName);

// Three boxes, each 0.1 m into the one below.
Lane overlapping(const SolverInfo& solver, bool planar) {
  Lane result = lane(solver, planar);
  addPlane(result.world, Vec3::UnitY());
  for (int i = 0; i < 3; ++i) addBox(result.world, {0.5, 0.5, 0.5}, 1.0, {0, 0.4 + 0.9 * i, 0});
  return result;
}

TEST_P(Recovery, AddsNoKineticEnergyAndLeavesNoMoreThanTheSlop) {
  for (const bool planar : {true, false}) {
    Lane lane = overlapping(*GetParam(), planar);
    for (int n = 0; n < 240; ++n) ASSERT_LE(step(lane).kinetic, 1e-12) << n;  // resting bodies: rounding only
    EXPECT_LE(lane.report.max_penetration, lane.params.recovery_slop);
  }
}

TEST_P(Recovery, IsNoFasterThanItsSpeed) {
  Lane lane = overlapping(*GetParam(), true);
  lane.params.recovery_speed = 0.3;
  double before = lane.world.bodies[1].pose.position.y();
  for (int n = 0; n < 60; ++n) {
    step(lane);
    const double now = lane.world.bodies[1].pose.position.y();
    EXPECT_LE(now - before, 0.3 * lane.world.h * (1.0 + 1e-6));  // an iterative method's tolerance
    before = now;
  }
}

TEST_P(Recovery, CostsNothingWhereNothingOverlaps) {
  Lane resting = lane(*GetParam(), true);
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
