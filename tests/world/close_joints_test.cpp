// Joints that are torn open by a little, closed by moving bodies as little as the mass metric lets them.
#include "world/close_joints.h"

#include <gtest/gtest.h>

#include <random>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

// As robots have them whose bodies have several joints: between two links one of next to no mass, on hinges across each
// other. The system's epsilon, of each row, is then as large as what moves the heavy ones.
TEST(CloseJoints, OfLightBodiesBetweenHeavyOnesAreClosed) {
  World world;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> away(-1e-4, 1e-4);
  int before = -1;
  for (int i = 0; i < 200; ++i) {
    const bool light = i % 2 == 0;
    const double x = 0.5 * (i / 2);
    const int rod = addBox(world, {0.25, 0.03, 0.03}, 1.0, {light ? x : x + 0.25, 0.0, 0.0});
    Body& body = world.bodies[rod];
    if (light) {
      body.mass *= 1e-8;
      body.inertia *= 1e-8;
    }
    addJoint(world, JointKind::Hinge, before, rod, {x, 0.0, 0.0}, light ? Vec3::UnitZ() : Vec3::UnitY());
    before = rod;
  }
  for (Body& body : world.bodies) body.pose.position += Vec3(away(random), away(random), away(random));
  EXPECT_LE(closeJoints(world), kClosed);
  for (const Body& body : world.bodies) EXPECT_LE(std::abs(body.pose.position.y()), 1e-3);
}

}  // namespace
}  // namespace keystone
