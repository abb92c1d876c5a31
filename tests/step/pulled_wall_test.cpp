// A wall torn apart: many contacts slide at once and redundant ones carry load, which once defeated pivots.
#include <gtest/gtest.h>

#include "solver/registry.h"
#include "support/settled.h"

namespace keystone {
namespace {

class PulledWall : public ::testing::TestWithParam<std::tuple<const char*, int>> {};

TEST_P(PulledWall, IsExactAtEveryStep) {
  Scene scene = loadById("wall_10x10");
  Simulation& simulation = scene.simulation;
  const auto [solver, brick] = GetParam();
  simulation.solver = findSolver(solver);
  const Vec3 from = simulation.world.bodies[brick].pose.position;
  simulation.world.drags.push_back({.body = brick, .target = from});
  for (int n = 0; n < 26; ++n) {
    simulation.world.drags[0].target = from + Vec3(0.0, 3.0 * (n + 1) / 40.0, 0.0);
    const StepReport& report = step(simulation);
    ASSERT_EQ(report.solve.status, SolveStatus::Converged) << "step " << n << ": " << report.trouble;
    ASSERT_LE(report.residual.value, 1e-9) << "step " << n;  // the project's 'exact'
  }
}

INSTANTIATE_TEST_SUITE_P(ABrickOfTheMiddleAndOneOfTheFoot, PulledWall,
                         ::testing::Combine(::testing::Values("exact", "parametric"), ::testing::Values(45, 1)));
// Paths that end early here lead on from where they end.
INSTANTIATE_TEST_SUITE_P(BricksThatPivotsLost, PulledWall,
                         ::testing::Combine(::testing::Values("parametric"), ::testing::Values(33, 71)));

}  // namespace
}  // namespace keystone
