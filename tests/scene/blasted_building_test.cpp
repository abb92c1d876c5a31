// A building that sleeps, whose lowest storey is blasted out: sleep costs nothing and moves nothing, and lets go at
// once.
#include <algorithm>

#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

std::vector<std::size_t> aboveTheBlast(const World& world) {
  std::vector<std::size_t> bodies;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].isDynamic() && !world.bodies[i].name.starts_with("column_1_")) bodies.push_back(i);
  return bodies;
}

// The charges go off at 1 s, the lowest columns leave the slab within 0.1 s, and 2.4 m take 0.7 s.
TEST(BlastedBuilding, SleepsUntilTheChargeAndThenFallsFreelyAsOne) {
  Scene scene = loadById("blasted_building");
  Simulation& simulation = scene.simulation;
  const World start = simulation.world;
  for (int n = 0; n < 59; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.sleeping, 36) << n;
    ASSERT_EQ(simulation.report.contacts, n == 0 ? 244 : 0) << "the first step finds what holds them; none after it";
  }
  for (std::size_t i = 0; i < start.bodies.size(); ++i)
    ASSERT_EQ(simulation.world.bodies[i].pose.position, start.bodies[i].pose.position);
  const std::vector<std::size_t> above = aboveTheBlast(start);
  int falling = 0;
  while (simulation.world.time < 1.7) {
    const std::vector<Body> before = simulation.world.bodies;
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9);
    if (named(scene, "slab_1").velocity.y() > -0.1) continue;
    if (falling++ == 0) continue;  // contact may have ended within this step
    const double gained = simulation.world.h * 9.81;
    for (const std::size_t i : above)
      ASSERT_LE((simulation.world.bodies[i].velocity - before[i].velocity + gained * Vec3::UnitY()).norm(), 1e-9);
  }
  EXPECT_GE(falling, 36) << "steps, of the 0.7 s that 2.4 m take";
  const double time = falling * simulation.world.h;  // in steps: 1/2 g t (t + h)
  EXPECT_NEAR(start.bodies[above[0]].pose.position.y() - simulation.world.bodies[above[0]].pose.position.y(),
              0.5 * 9.81 * time * (time + simulation.world.h), 1e-6);
}

TEST(BlastedBuilding, StandsAgainGoesBackToSleepAndFallsToTheSecondCharge) {
  Scene scene = loadById("blasted_building");
  Simulation& simulation = scene.simulation;
  double energy = HUGE_VAL;
  while (simulation.world.time < 4.9) {
    step(simulation);
    const double now = simulation.report.kinetic + simulation.report.potential;
    if (simulation.world.time > 1.11) {
      ASSERT_LE(now, energy * (1.0 + 1e-12)) << simulation.report.step;  // rounding
    }
    energy = now;
  }
  EXPECT_GE(simulation.report.sleeping, 30) << "all but what the charge threw";
  EXPECT_NEAR(named(scene, "hut").pose.position.y(), 14.1 - 2.4, 1e-4);
  while (simulation.world.time < 7.0) step(simulation);
  EXPECT_LT(named(scene, "hut").pose.position.y(), 8.0);
}

}  // namespace
}  // namespace keystone
