// The sweep for bodies that pass each other is a stage of its own, of steps in which something is fast.
#include <gtest/gtest.h>

#include "step/step.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// [ms] Of a step of a ball of 10 cm that flies at this speed [m/s] towards a wall 4 cm thick.
StageTimes timesAt(double speed) {
  Simulation simulation = keystone::simulation(*findSolver("exact"));
  simulation.world.gravity.setZero();
  Body wall, ball;
  wall.kind = BodyKind::Static;
  wall.pose.position.x() = 1.0;
  ball.velocity.x() = speed;
  addBody(simulation.world, wall, {Box{{0.02, 1.0, 1.0}}, {}});
  addBody(simulation.world, ball, {Sphere{0.1}, {}});
  return step(simulation).ms;
}

TEST(SweepTime, IsThatOfStepsWithFastBodies) {
  EXPECT_GT(timesAt(200.0).sweep, 0.0) << "more than the wall's thickness in a step of 1/60 s";
  EXPECT_EQ(timesAt(0.1).sweep, 0.0);
  const StageTimes ms = timesAt(200.0);
  EXPECT_LE(ms.broad + ms.narrow + ms.assemble + ms.solve + ms.integrate + ms.sweep, ms.total * (1.0 + 1e-12));
}

}  // namespace
}  // namespace keystone
