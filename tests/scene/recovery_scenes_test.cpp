// Scenes that begin with overlap: it goes by the law of recovery, and throws nothing.
#include "scene/balance.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

// [m] What is left of an overlap after n steps: 0.3 of it goes in each, at `recovery_speed` at most, down to the slop.
double overlapLeft(double overlap, const Simulation& simulation, int steps) {
  for (int n = 0; n < steps && overlap > simulation.params.recovery_slop; ++n)
    overlap -= std::min(0.3 * overlap, simulation.params.recovery_speed * simulation.world.h);
  return overlap;
}

// The cheeks lean by 1 in 4: 0.2 m too deep is an overlap of 0.2 / sqrt(17) m. The load rides on the wedge.
TEST(RecoveryScenes, TheWedgeComesOutOfItsCheeksByTheLawOfRecoveryWithoutSpeed) {
  Scene scene = loadById("wedged_overlap");
  Simulation& simulation = scene.simulation;
  const double deep = 0.2, lean = std::sqrt(17.0);
  const double wedge = named(scene, "wedge").pose.position.y(), load = named(scene, "load").pose.position.y();
  for (int n = 1; n <= 120; ++n) {
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    ASSERT_LE(simulation.report.kinetic, 1e-12) << n;
    const double up = deep - lean * overlapLeft(deep / lean, simulation, n);
    ASSERT_NEAR(named(scene, "wedge").pose.position.y() - wedge, up, 1e-9) << n;
    ASSERT_NEAR(named(scene, "load").pose.position.y() - load, up, 1e-9) << n;
    ASSERT_NEAR(named(scene, "wedge").pose.position.x(), 0.0, 1e-12) << n;
  }
  EXPECT_LE(imbalanceAtRest(simulation).weight, 1e-9);
}

// Each box is half inside its neighbours, and ends where they touch: boxes of 1 m, a pyramid of base 4.
TEST(RecoveryScenes, BoxesOfAPyramidPartWithoutBeingThrown) {
  Scene scene = loadById("overlap_recovery");
  Simulation& simulation = scene.simulation;
  const double slop = simulation.params.recovery_slop;
  for (int n = 0; n < 120; ++n) {
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    ASSERT_LE(simulation.report.kinetic, 1e-12) << n;
    ASSERT_NEAR(simulation.report.max_penetration, overlapLeft(0.5, simulation, n), 1e-9) << n;  // at the step's start
  }
  std::size_t body = 1;
  for (int row = 0; row < 4; ++row)
    for (int i = 0; i < 4 - row; ++i, ++body) {
      const Body& box = simulation.world.bodies[body];
      EXPECT_NEAR(box.pose.position.x(), i - 0.5 * (3 - row), 3.0 * slop) << box.name;
      EXPECT_NEAR(box.pose.position.y(), 0.5 + row, 4.0 * slop) << box.name;
    }
}

}  // namespace
}  // namespace keystone
