// MJCF and URDF: what is taken, what is said of the rest, and that no file brings the importer down.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "robot/robot.h"
#include "robot/survives_saving.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = std::string(KEYSTONE_TEST_DATA) + "/robots/";

Robot parseMjcf(const std::string& inside) {
  return parseRobot("<mujoco>" + inside + "</mujoco>", kFolder + "test.xml");
}

std::string complaint(const std::string& text) {
  try {
    parseRobot(text, "test.xml");
  } catch (const RobotError& problem) {
    return problem.what();
  }
  return "";
}

bool says(const Robot& robot, const std::string& words) {
  return std::ranges::any_of(robot.notes, [&](const std::string& note) { return note.find(words) != note.npos; });
}

std::string bodyWith(const std::string& inside) {
  return "<worldbody><body><geom size=\"0.1\"/>" + inside + "</body></worldbody>";
}

class RobotFolder : public TempFolder {};

TEST(RobotFiles, UpIsY) {
  const Robot robot = parseMjcf("<worldbody><body pos=\"1 2 3\"><freejoint/><geom size=\"0.1\"/></body></worldbody>");
  EXPECT_LE((robot.world.bodies[0].pose.position - Vec3(1.0, 3.0, -2.0)).norm(), 1e-12);
  EXPECT_EQ(robot.world.gravity, Vec3(0.0, -9.81, 0.0));
}

TEST(RobotFiles, MassesFollowFromGeomsAndDensity) {
  const Robot robot = parseMjcf(
      "<default><geom density=\"500\"/></default><worldbody><body><freejoint/>"
      "<geom type=\"box\" size=\"0.1 0.2 0.3\"/></body></worldbody>");
  const Body& body = robot.world.bodies[0];
  EXPECT_NEAR(body.mass, 500.0 * 8.0 * 0.1 * 0.2 * 0.3, 1e-12);
  EXPECT_NEAR(body.inertia(0, 0), body.mass / 3.0 * (0.04 + 0.09), 1e-12);
}

TEST(RobotFiles, LimitsAreInDegreesUnlessTheFileSaysOtherwise) {
  const std::string joint = "<joint range=\"-90 45\" ref=\"10\"/>";
  const Robot degrees = parseMjcf(bodyWith(joint));
  EXPECT_NEAR(degrees.world.joints[0].low, -100.0 / 180.0 * 3.14159265358979, 1e-12);
  EXPECT_NEAR(degrees.world.joints[0].high, 35.0 / 180.0 * 3.14159265358979, 1e-12);
  const Robot radians =
      parseMjcf("<compiler angle=\"radian\"/>" + bodyWith("<joint range=\"-1 0.5\" limited=\"true\"/>"));
  EXPECT_EQ(radians.world.joints[0].low, -1.0);
  const Robot off = parseMjcf(bodyWith("<joint range=\"-90 45\" limited=\"false\"/>"));
  EXPECT_FALSE(std::isfinite(off.world.joints[0].low));
}

TEST(RobotFiles, ActuatorsLimitMotors) {
  const std::string joint = "<joint name=\"j\"/>";
  const std::string file =
      bodyWith(joint) + "<actuator><motor joint=\"j\" gear=\"10\" ctrllimited=\"true\" ctrlrange=\"-2 3\"/></actuator>";
  EXPECT_EQ(parseMjcf(file).world.joints[0].motor_max, 30.0);
  const Robot limp = parseRobot("<mujoco>" + file + "</mujoco>", "test.xml", {.motors = false});
  EXPECT_EQ(limp.world.joints[0].motor_max, 0.0);
}

TEST(RobotFiles, EqualitiesAreJoints) {
  const Robot robot = parseRobot(
      "<mujoco><worldbody><body name=\"a\"><freejoint/><geom size=\"0.1\"/></body>"
      "<body name=\"b\" pos=\"1 0 0\"><freejoint/><geom size=\"0.1\"/></body></worldbody>"
      "<equality><connect body1=\"a\" body2=\"b\" anchor=\"0.5 0 0\"/>"
      "<weld body1=\"b\"/><joint joint1=\"x\"/></equality></mujoco>",
      "test.xml");
  ASSERT_EQ(robot.world.joints.size(), 2U);
  EXPECT_EQ(robot.world.joints[0].kind, JointKind::Ball);
  EXPECT_LE((anchorsOf(robot.world.joints[0], robot.world.bodies)[1] - Vec3(0.5, 0.0, 0.0)).norm(), 1e-12);
  EXPECT_EQ(robot.world.joints[1].kind, JointKind::Fixed);
  EXPECT_TRUE(says(robot, "<joint>: not taken"));
}

TEST(RobotFiles, WhatIsNotTakenIsSaidElementByElement) {
  const Robot robot = parseMjcf("<size njmax=\"5\"/><option viscosity=\"1\"/><sensor/><tendon/>" +
                                bodyWith("<joint type=\"ball\" armature=\"0.1\"/><camera/><geom type=\"hfield\"/>"));
  for (const char* words : {"<size>: not taken", "\"viscosity\" not taken", "<sensor>", "<tendon>",
                            "armature of a ball joint not taken", "<camera>", "hfield not taken"})
    EXPECT_TRUE(says(robot, words)) << words;
  for (const std::string& note : robot.notes) EXPECT_TRUE(note.starts_with(kFolder + "test.xml:1: ")) << note;
}

TEST(RobotFiles, BadFilesGetOneLineThatSaysWhere) {
  const std::pair<std::string, std::string> cases[] = {
      {"<mujoco", "no XML"},
      {"", "expected"},
      {"<svg/>", "expected <mujoco>"},
      {"<mujoco><worldbody/></mujoco>", "found no body"},
      {"<mujoco>" + bodyWith("<joint type=\"screw\"/>") + "</mujoco>", "type=\"screw\""},
      {"<mujoco>" + bodyWith("<joint axis=\"0 0\"/>") + "</mujoco>", "3 numbers"},
      {"<mujoco>" + bodyWith("<joint axis=\"0 0 0\"/>") + "</mujoco>", "axis"},
      {"<mujoco>" + bodyWith("<freejoint/><joint/>") + "</mujoco>", "a joint beside a free one"},
      {"<mujoco>" + bodyWith("<joint/>") + "<contact><pair geom1=\"a\" geom2=\"b\"/></contact></mujoco>",
       "<pair>: found geom \"a\""},
      {"<mujoco>" + bodyWith("<joint/>") + "<contact><exclude body1=\"a\" body2=\"b\"/></contact></mujoco>",
       "<exclude>: found body1=\"a\""},
      {"<mujoco><asset><mesh name=\"m\"/></asset></mujoco>", "<mesh>: found no points"},
      {"<mujoco><worldbody><body name=\"" + std::string(300, 'n') + "\"/></worldbody></mujoco>", "at most 180 bytes"},
      {"<mujoco>" + bodyWith("<joint/><geom size=\"10\" density=\"1e9\"/>") + "</mujoco>", "more than 1e12 kg"},
      {"<mujoco><asset><mesh name=\"m\" vertex=\"0 0 0 1\"/></asset></mujoco>", "three numbers a vertex"},
      {"<mujoco>" + bodyWith("<joint range=\"1 nan\"/>") + "</mujoco>", "range"},
      {"<mujoco>" + bodyWith("<joint class=\"none\"/>") + "</mujoco>", "class \"none\""},
      {"<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "without mass"},
      {"<mujoco><include file=\"nowhere.xml\"/></mujoco>", "nowhere.xml"},
      {"<mujoco>" + bodyWith("<joint/><geom type=\"mesh\" mesh=\"m\"/>") + "</mujoco>", "mesh=\"m\""},
      {"<mujoco><worldbody><body><joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 9\"/></body></worldbody>"
       "</mujoco>",
       "principal moments"},
      {"<mujoco><worldbody><body name=\"a\"><freejoint/><geom size=\"1\"/></body><body "
       "name=\"a\"/></worldbody></mujoco>",
       "found name=\"a\", expected a name that no other body has"},
      {"<mujoco><worldbody><body><joint name=\"j\"/><geom size=\"1\"/></body>"
       "<body><joint name=\"j\"/><geom size=\"1\"/></body></worldbody></mujoco>",
       "a name that no other joint has"},
      {"<mujoco><worldbody><body><body><freejoint/><geom size=\"1\"/></body></body></worldbody></mujoco>",
       "a free joint inside a body"},
      {"<robot name=\"r\"/>", "no link"},
      {"<robot name=\"r\"><link/></robot>", "no name"},
      {"<robot name=\"r\"><link name=\"a\"/><link name=\"a\"/></robot>", "a second link of that name"},
      {"<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/></robot>",
       "link \"b\": found a second root beside link \"a\""},
      {"<robot><link name=\"a\"/><joint name=\"j\"><parent link=\"a\"/><child link=\"c\"/></joint></robot>",
       "<child>: found link=\"c\""},
      {"<robot><link name=\"a\"/><joint name=\"j\"><parent link=\"a\"/><child link=\"a\"/></joint></robot>",
       "joints in a circle"},
  };
  for (const auto& [text, words] : cases) {
    const std::string said = complaint(text);
    EXPECT_NE(said.find(words), std::string::npos) << text << "\n" << said;
    EXPECT_TRUE(said.starts_with("test.xml:")) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

// A link with one thing wrong in it, on line 3.
std::string linkWith(const std::string& mass, const std::string& origin, const std::string& size) {
  return "<robot name=\"r\">\n<link name=\"a\">\n<inertial><origin rpy=\"" + origin + "\"/><mass value=\"" + mass +
         "\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>"
         "<collision><geometry><box size=\"" +
         size + "\"/></geometry></collision></link></robot>";
}

TEST(RobotFiles, NumbersOfUrdfAreChecked) {
  EXPECT_EQ(complaint(linkWith("1", "0 0 0", "1 2 3")), "");
  for (const char* mass : {"abc", "${a}", "nan", "1 2", ""})
    EXPECT_EQ(complaint(linkWith(mass, "0 0 0", "1 2 3")),
              std::string("test.xml:3: <mass>: found value=\"") + mass + "\", expected 1 number, in link \"a\"");
  EXPECT_EQ(complaint(linkWith("-1", "0 0 0", "1 2 3")),
            "test.xml:2: link \"a\": found a mass of -1 kg, expected 0 kg or more");
  EXPECT_NE(complaint(linkWith("1", "0 0", "1 2 3")).find("<origin>: found rpy=\"0 0\""), std::string::npos);
  EXPECT_NE(complaint(linkWith("1", "0 0 0", "1 2")).find("<box>: found size=\"1 2\""), std::string::npos);
}

// Includes that lead back to the first file.
TEST_F(RobotFolder, IncludesDoNotGoInCircles) {
  std::ofstream(path("a.xml")) << "<mujoco><include file=\"b.xml\"/></mujoco>";
  std::ofstream(path("b.xml")) << "<mujoco><include file=\"b.xml\"/></mujoco>";
  EXPECT_THROW(loadRobot(path("a.xml")), RobotError);
}

TEST(RobotFiles, UrdfHasItsLinksJointsAndLimits) {
  const Robot robot = loadRobot(kFolder + "arm.urdf");
  EXPECT_EQ(robot.name, "urdf_arm");
  ASSERT_EQ(robot.world.joints.size(), 3U);
  EXPECT_EQ(robot.world.joints[0].damping, 0.1);
  EXPECT_EQ(robot.world.joints[1].low, -2.0);
  EXPECT_EQ(robot.world.joints[1].motor_max, 30.0);
  EXPECT_TRUE(says(robot, "<transmission>: not taken"));
  const auto base = std::ranges::find(robot.world.bodies, "base", &Body::name) - robot.world.bodies.begin();
  ASSERT_LT(base, std::ssize(robot.world.bodies));
  const Aabb box = bounds(robot.world.colliders[base].shape, robot.world.bodies[base].pose, 0.0);
  EXPECT_NEAR(box.upper.y() - box.lower.y(), 0.1, 1e-12);  // a cylinder of that length, upright
}

// An imported robot saved as a scene is the same robot.
TEST_F(RobotFolder, ScenesOfRobotsSurviveSaving) {
  for (const char* name : {"arm.xml", "gripper.xml", "biped.xml", "quadruped.xml", "four_bar.xml", "arm.urdf"}) {
    EXPECT_EQ(loadScene(kFolder + name, "").simulation.params.coordinates, Coordinates::Reduced);
    expectSurvivesSaving(kFolder + name, path("saved.json"));
  }
}

TEST(RobotFiles, QuadrupedStandsOnItsMotors) {
  Scene scene = loadScene(kFolder + "quadruped.xml", "");
  const auto trunk = std::ranges::find(scene.simulation.world.bodies, "trunk", &Body::name);
  const auto index = static_cast<std::size_t>(trunk - scene.simulation.world.bodies.begin());
  for (int i = 0; i < 500; ++i) {
    step(scene.simulation);
    ASSERT_FALSE(scene.simulation.report.rejected) << scene.simulation.report.trouble;
    ASSERT_LE(scene.simulation.report.residual.value, 1e-9) << i;
  }
  EXPECT_NEAR(scene.simulation.world.bodies[index].pose.position.y(), 0.47, 1e-3);  // feet end 1 cm above ground
  EXPECT_LE(scene.simulation.report.joint_error, 1e-12);
}

// A few thousand files with bytes changed, cut or doubled: a robot or one line, and nothing else.
}  // namespace
}  // namespace keystone
