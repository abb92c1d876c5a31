// Solids that MJCF fits to the bounds of a mesh: a pyramid of 0.2 m by 0.4 m, 1 m high, whose sizes are those of closed
// forms. mujoco_test.cpp has those that are fitted to moments of inertia.
#include <gtest/gtest.h>

#include <string>

#include "robot/robot.h"
#include "world/world.h"

namespace keystone {
namespace {

constexpr double kPi = EIGEN_PI;

Body fitted(const std::string& type, const std::string& more = "") {
  const std::string text =
      "<mujoco><compiler fitaabb=\"true\"/><asset><mesh name=\"pyramid\" vertex=\"-0.1 -0.2 0  0.1 -0.2 0  0.1 0.2 0 "
      "-0.1 0.2 0  0 0 1\"/></asset><worldbody><body><freejoint/><geom type=\"" +
      type + "\" mesh=\"pyramid\" " + more + "/></body></worldbody></mujoco>";
  return parseRobot(text, "test.xml").world.bodies.back();
}

class FittedSolids : public ::testing::TestWithParam<std::pair<const char*, double>> {};
INSTANTIATE_TEST_SUITE_P(Kinds, FittedSolids,
                         ::testing::Values(std::pair("box", 8.0 * 0.1 * 0.2 * 0.5),
                                           std::pair("ellipsoid", 4.0 / 3.0 * kPi * 0.1 * 0.2 * 0.5),
                                           std::pair("sphere", 4.0 / 3.0 * kPi * 0.125),
                                           std::pair("cylinder", kPi * 0.04 * 1.0),
                                           std::pair("capsule", kPi * 0.04 * (0.6 + 4.0 / 3.0 * 0.2))));

TEST_P(FittedSolids, HaveTheBoundsOfTheMeshAndTheirMiddle) {
  const auto& [type, volume] = GetParam();
  const Body solid = fitted(type);
  EXPECT_NEAR(solid.mass, 1000.0 * volume, 1e-9 * solid.mass);
  EXPECT_LE((solid.pose.position - Vec3(0.0, 0.5, 0.0)).norm(), 1e-12);
}

TEST(FittedSolid, IsAsMuchLargerAsTheFileSays) {
  EXPECT_NEAR(fitted("cylinder", "fitscale=\"2\"").mass, 8.0 * fitted("cylinder").mass, 1e-6);
}

}  // namespace
}  // namespace keystone
