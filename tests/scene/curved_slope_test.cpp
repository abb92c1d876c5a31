// Bodies on ground of many triangles, against the closed form of the smooth ground.
#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

// When [s] each ball of the scene first passes the lowest point.
std::vector<double> timesToTheBottom(Simulation& simulation, double until) {
  std::vector<double> times(3, 0.0);
  const auto x = [&](std::size_t ball) { return simulation.world.bodies[ball + 1].pose.position.x(); };
  while (simulation.world.time < until) {
    const std::vector<double> before{x(0), x(1), x(2)};
    step(simulation);
    for (std::size_t ball = 0; ball < 3; ++ball)
      if (before[ball] < 0.0 && x(ball) >= 0.0)
        times[ball] = simulation.world.time - simulation.world.h * x(ball) / (x(ball) - before[ball]);
  }
  return times;
}

// The triangles are 1/128 of the cycloid: turned into the next, a ball loses 2.4 / 128 of its energy on the way.
TEST(CurvedSlope, BallsComeDownACycloidInTheSameTime) {
  const double expected = M_PI * std::sqrt(1.0 / 9.81);
  for (const double rate : {60.0, 240.0}) {
    Scene scene = loadById("tautochrone");
    scene.simulation.world.h = 1.0 / rate;
    const std::vector<double> times = timesToTheBottom(scene.simulation, 1.3);
    for (const double time : times) EXPECT_NEAR(time, expected, 0.03 * expected) << rate << " Hz";
    EXPECT_LT(*std::ranges::max_element(times) - *std::ranges::min_element(times), 0.02 * expected) << rate << " Hz";
  }
}

TEST(CurvedSlope, LosesLittleEnergyInTheValley) {
  Scene scene = loadById("tautochrone");
  Simulation& simulation = scene.simulation;
  step(simulation);
  const double start = simulation.report.kinetic + simulation.report.potential;
  while (simulation.world.time < 1.0) step(simulation);
  const double end = simulation.report.kinetic + simulation.report.potential;
  EXPECT_LE(end, start);
  EXPECT_GE(end, 0.95 * start);
}

}  // namespace
}  // namespace keystone
