// What rests stays at rest, to the last bit; what moves is not held.
#include "step/rest.h"

#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

Simulation simulationOf(const std::string& scene) {
  return loadById(scene).simulation;
}

class Standing : public ::testing::TestWithParam<const char*> {};

// Critical stacks, which rounding brought down within a minute, among them.
TEST_P(Standing, MovesByNotABitAndFactorsNothingAfterItsFirstStep) {
  Simulation simulation = simulationOf(GetParam());
  simulation.solver = findSolver("exact");
  simulation.parameters.clear();
  simulation.stepper = StepperKind::Velocity;
  const World before = simulation.world;
  for (int n = 0; n < 300; ++n) {
    const StepReport& report = step(simulation);
    ASSERT_EQ(report.solve.status, SolveStatus::Converged) << "step " << n << ": " << report.trouble;
    ASSERT_LE(report.residual.value, 1e-9) << "step " << n;
    ASSERT_EQ(report.kinetic, 0.0) << "step " << n;
    ASSERT_TRUE(n == 0 || report.solve.factorizations == 0) << "step " << n;
  }
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    EXPECT_EQ(simulation.world.bodies[i].pose.position, before.bodies[i].pose.position) << i;
    EXPECT_EQ(simulation.world.bodies[i].pose.orientation.coeffs(), before.bodies[i].pose.orientation.coeffs()) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Piles, Standing,
                         ::testing::Values("wall_10x10", "wall3d_10x10", "pyramid3d_5", "tower3d_10", "jenga",
                                           "card_house", "arch", "harmonic_10", "harmonic_30", "diamond_4",
                                           "overhang_parabolic", "two_boxes_1000", "tower_heavy_top", "table"));

// Under the loads of 28 rows impulses exact to 5e-11 of the largest left the wall moving by 3e-10 m/s for ever.
class HighWall : public SceneFolder {};
TEST_F(HighWall, ComesToRestAtOnce) {
  Simulation simulation = load(R"({"keystone": 1, "name": "high wall", "materials": {"brick": {"mu": 0.5}},
    "bodies": [{"name": "ground", "shape": {"type": "halfspace"}, "material": "brick"}],
    "generators": [{"type": "wall", "name": "brick", "columns": 14, "rows": 28, "size": [1, 0.5, 0.5],
                    "material": "brick"}]})")
                              .simulation;
  simulation.solver = findSolver("exact");
  for (int n = 0; n < 30; ++n) {
    const StepReport& report = step(simulation);
    ASSERT_LE(report.residual.value, 1e-9) << "step " << n;
    if (n < 10) continue;
    ASSERT_EQ(report.kinetic, 0.0) << "step " << n;
    ASSERT_EQ(report.solve.factorizations, 0) << "step " << n;
  }
}

TEST(Rest, IsFoundAnewByWhatComesToAStop) {
  Simulation simulation = inclined(*findSolver("exact"), 0.3, 0.5, false);
  simulation.world.bodies[1].velocity = {1.0, -std::tan(0.3), 0.0};
  for (int n = 0; n < 300; ++n) step(simulation);
  EXPECT_EQ(simulation.world.bodies[1].velocity, Vec3(Vec3::Zero()));
  EXPECT_EQ(simulation.world.bodies[1].omega, Vec3(Vec3::Zero()));
}

// A millionth of the weight pushes along a surface without friction.
TEST(Rest, DoesNotHoldWhatBeginsToMoveSlowly) {
  Simulation simulation = inclined(*findSolver("exact"), 1e-6, 0.0, false);
  for (int n = 0; n < 60; ++n) step(simulation);
  EXPECT_NEAR(simulation.world.bodies[1].velocity.norm(), 9.81e-6, 1e-8);
}

TEST(Rest, DoesNotStopABallThatRollsAsSlowlyAsANanometreASecondOnItsWay) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  addPlane(simulation.world, Vec3::UnitY(), material(0.5));
  const int ball = addSphere(simulation.world, 0.5, 1.0, {0, 0.5, 0}, material(0.5));
  simulation.world.bodies[ball].velocity.x() = 1e-8;
  simulation.world.bodies[ball].omega.z() = -2e-8;
  for (int n = 0; n < 60; ++n) step(simulation);
  EXPECT_NEAR(simulation.world.bodies[ball].velocity.x(), 1e-8, 1e-12);
}

}  // namespace
}  // namespace keystone
