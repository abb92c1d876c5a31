#include "observe/normal_forces.h"

#include <gtest/gtest.h>

#include "scene/scene_fixture.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

TEST(NormalForces, BallsThatHangSideBySideDoNotPress) {
  Scene cradle = loadById("cradle");
  int impulses = 0;
  double largest = 0.0;
  for (int n = 0; n < 2000; ++n) {  // the outer balls come down and are thrown up four times
    step(cradle.simulation);
    const ContactProblem& problem = cradle.simulation.problem;
    for (int i = 0; i < problem.contacts; ++i)
      impulses += cradle.simulation.solution.lambda[problem.normalRow(i)] > 0.0 ? 1 : 0;
    for (const double force : normalForces(cradle.simulation)) largest = std::max(largest, force);
  }
  EXPECT_GT(impulses, 0) << "or the test has lost its subject";
  EXPECT_EQ(largest, 0.0);
}

TEST(NormalForces, AGramBesideTonsThatFlyHasItsWeight) {
  Simulation world = simulation(*findSolver("exact"));
  world.world.gravity = {0.0, -kSceneGravity, 0.0};
  addPlane(world.world, Vec3::UnitY());
  addSphere(world.world, 0.01, 1e-3, {0.0, 0.01, 0.0});
  const int heavy = addSphere(world.world, 1.0, 1e6, {0.0, 50.0, 0.0});
  world.world.bodies[heavy].velocity.x() = 100.0;
  step(world);
  const std::vector<double> forces = normalForces(world);
  ASSERT_EQ(forces.size(), 1u);
  EXPECT_NEAR(forces[0], 1e-3 * kSceneGravity, 1e-9);
}

}  // namespace
}  // namespace keystone
