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

// Overlap of the size that a hard step's contacts are off by is nothing known: it waits while bodies move, and no
// longer.
TEST(OverlapRecovery, WaitsWhileContactsAreOffAndBodiesMove) {
  Lane resting = lane(*findSolver("pivoting"), false);
  addPlane(resting.world, Vec3::UnitY());
  addBox(resting.world, {0.5, 0.5, 0.5}, 1.0, {0, 0.5, 0});
  step(resting);
  ASSERT_GT(resting.problem.contacts, 0);
  resting.problem.gap.setConstant(-2e-5);
  const auto opens = [&](double shift, double speed) {
    resting.report.solve.shift = shift;
    VecX v = VecX::Zero(resting.problem.v_free.size()), motion;
    v[6] = speed;
    SolveReport report;
    return recoverOverlap(resting, v, motion, report);
  };
  EXPECT_TRUE(opens(0.0, 1.0));
  EXPECT_FALSE(opens(1e-5, 1.0));
  EXPECT_TRUE(opens(1e-6, 1.0)) << "deeper than that is known";
  EXPECT_TRUE(opens(1e-5, 1e-3)) << "at rest it would stay";
}

}  // namespace
}  // namespace keystone
