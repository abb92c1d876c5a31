// Robots of our own that hold still by friction and motors: what theory says they hold, and no more.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "robot/robot.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

class RobotsHold : public SceneFolder {};

constexpr double kMass = 0.8, kSqueeze = 12.0;  // [kg] of the cube, [N] of each finger
constexpr double kGravity = 9.81;               // [m/s^2]

// A cube between two fingers on slides, all of this friction.
std::string gripperOf(double mu) {
  const auto finger = [](const std::string& name, double x) {
    return "<body name=\"" + name + "\" pos=\"" + std::to_string(x) + " 0 1\"><joint name=\"" + name +
           "\" type=\"slide\" axis=\"" + (x < 0.0 ? "1" : "-1") +
           " 0 0\"/><geom type=\"box\" size=\"0.02 0.06 0.06\" mass=\"0.2\"/></body>";
  };
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><option timestep=\"0.005\" gravity=\"0 0 " << -kGravity << "\"/><default><geom friction=\"" << mu
       << "\"/></default><worldbody>" << finger("left", -0.07) << finger("right", 0.07)
       << "<body name=\"cube\" pos=\"0 0 1\"><freejoint/><geom type=\"box\" size=\"0.05 0.05 0.05\" mass=\"" << kMass
       << "\"/></body></worldbody></mujoco>";
  return text.str();
}

// [m] How far the cube falls in a second.
double fallIn(const std::string& path) {
  Scene scene = loadScene(path, "");
  for (Joint& joint : scene.simulation.world.joints) joint.effort = kSqueeze;
  const double from = named(scene, "cube").pose.position.y();
  for (int i = 0; i < 200; ++i) step(scene.simulation);
  return from - named(scene, "cube").pose.position.y();
}

// Two fingers carry 2 mu N. A hundredth below m g the rest of the weight pulls the cube down: a / g = 0.01.
TEST_F(RobotsHold, AGripperACubeAtTheFrictionOfTheory) {
  const double theory = kMass * kGravity / (2.0 * kSqueeze);
  EXPECT_LE(std::abs(fallIn(write("holds.xml", gripperOf(theory * (1.0 + 1e-6))))), 1e-9);
  EXPECT_NEAR(fallIn(write("drops.xml", gripperOf(0.99 * theory))), 0.5 * 0.01 * kGravity, 1e-3);
}

// Legs bent by 30 degrees, the feet below the hips: the trunk stays where the key puts it.
TEST_F(RobotsHold, AQuadrupedStandsAtItsKeyframe) {
  const double hip = M_PI / 6.0, shank = -std::asin(0.25 * std::sin(hip) / 0.2);
  const double height = 0.25 * std::cos(hip) + 0.2 * std::cos(shank) + 0.02;
  std::ostringstream key;
  key.precision(17);
  key << "<keyframe><key name=\"crouch\" qpos=\"0 0 " << height << " 1 0 0 0";
  for (int leg = 0; leg < 4; ++leg) key << " " << hip << " " << shank - hip;
  key << "\"/></keyframe></mujoco>";
  std::string text = bytesOf(std::string(KEYSTONE_TEST_DATA) + "/robots/quadruped.xml");
  text.replace(text.find("</mujoco>"), std::string::npos, key.str());
  Scene scene = loadScene(write("quadruped.xml", text), "");
  scene.simulation.world = loadRobot(path("quadruped.xml"), {.keyframe = "crouch"}).world;
  const Vec3 start = named(scene, "trunk").pose.position;
  EXPECT_NEAR(start.y(), height, 1e-12);
  for (int i = 0; i < 1000; ++i) {
    step(scene.simulation);
    ASSERT_LE(scene.simulation.report.residual.value, 1e-9) << i;
  }
  EXPECT_LE((named(scene, "trunk").pose.position - start).norm(), 1e-4);
}

}  // namespace
}  // namespace keystone
