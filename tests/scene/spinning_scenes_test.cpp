// Tops that friction turns over or round, against laws.
#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "shape/compound.h"
#include "step/step.h"

namespace keystone {
namespace {

// Sliding friction acts at the contact, so that it has no moment about the line from the centre of mass to it that
// would change this: -L . r, r from the centre of mass to the contact (Jellett 1872).
TEST(SpinningScenes, TheTippeTopTurnsOverAndKeepsJellettsIntegral) {
  constexpr double kRadius = 0.2;
  Scene scene = loadById("tippe_top");
  Simulation& simulation = scene.simulation;
  const Vec3 ball = partOf(simulation.world.colliders[1].shape, 0).pose.position;
  const auto jellett = [&] {
    const Body& top = simulation.world.bodies[1];
    const Vec3 arm = top.pose.rotate(ball) - kRadius * Vec3::UnitY();
    return -(worldInertia(top) * top.omega).dot(arm);
  };
  const auto upright = [&] { return simulation.world.bodies[1].pose.rotate(Vec3::UnitY()).y(); };
  const double start = jellett();
  EXPECT_GT(upright(), 0.99);
  for (int n = 0; n < 3 * 480; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
    ASSERT_NEAR(jellett(), start, 5e-4 * start) << n;
  }
  EXPECT_LT(upright(), -0.45);
  EXPECT_GT(simulation.world.bodies[1].pose.position.y(), kRadius) << "its centre of mass has risen";
}

TEST(SpinningScenes, ARattlebackTurnsRoundInOneSenseAlone) {
  Scene scene = loadById("rattleback");
  Simulation& simulation = scene.simulation;
  const auto spin = [&](std::size_t body) { return simulation.world.bodies[body].omega.y(); };
  EXPECT_EQ(spin(1), 2.2);
  EXPECT_EQ(spin(2), -2.2);
  for (int n = 0; n < 2 * 480; ++n) step(simulation);
  EXPECT_LT(spin(2), -2.1) << "it begins slowly";
  for (int n = 0; n < 8 * 480; ++n) step(simulation);
  EXPECT_GT(spin(1), 2.19);
  EXPECT_GT(spin(2), 1.0);
  EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged);
}

}  // namespace
}  // namespace keystone
