// Where a keyframe puts the bodies, and what springs servos are: imported files against MuJoCo, which reads the same.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "robot/robot.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

const char* const kModel =
    "<mujoco><compiler angle=\"radian\"/><worldbody>"
    "<body name=\"trunk\" pos=\"0 0 1\"><freejoint/><geom type=\"box\" size=\"0.1 0.2 0.3\" pos=\"0.1 0 0\"/>"
    "<body name=\"lid\" pos=\"0 0.2 0.1\"><geom size=\"0.05\"/></body>"
    "<body name=\"arm\" pos=\"0.1 0 0\" euler=\"0.1 0.2 0.3\">"
    "<joint name=\"twist\" axis=\"1 0 1\" pos=\"0 0.1 0\" ref=\"0.3\"/><joint name=\"out\" type=\"slide\"/>"
    "<geom type=\"capsule\" size=\"0.05 0.2\"/>"
    "<body name=\"hand\" pos=\"0 0 0.4\"><joint type=\"ball\" pos=\"0 0 -0.1\"/><geom size=\"0.05\"/></body>"
    "</body></body></worldbody>"
    "<actuator><position joint=\"twist\" kp=\"40\" gear=\"2\"/><velocity joint=\"out\" kv=\"3\"/></actuator>"
    "<keyframe><key name=\"other\"/><key name=\"bent\" qpos=\"1 2 3 0.8 0.6 0 0 0.7 -0.1 0.6 0 0.8 0\" "
    "ctrl=\"0.5 0\"/></keyframe></mujoco>";

class MujocoKeyframe : public TempFolder {};

TEST_F(MujocoKeyframe, PutsBodiesWhereMujocoHasThem) {
  const std::string file = write("model.xml", kModel);
  const Robot robot = loadRobot(file, {.motors = false, .keyframe = "bent"});
  char error[1000] = "";
  mjModel* model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
  ASSERT_NE(model, nullptr) << error;
  mjData* data = mj_makeData(model);
  mj_resetDataKeyframe(model, data, 1);
  mj_forward(model, data);
  for (const Body& body : robot.world.bodies) {
    const int there = mj_name2id(model, mjOBJ_BODY, body.name.c_str());
    if (there < 0) continue;  // between the joints of one body
    const Vec3 at(data->xipos[3 * there], data->xipos[3 * there + 1], data->xipos[3 * there + 2]);
    EXPECT_LE((body.pose.position - Vec3(at.x(), at.z(), -at.y())).norm(), 1e-12) << body.name;
  }
  for (const Joint& joint : robot.world.joints) {
    const auto ends = anchorsOf(joint, robot.world.bodies);
    if (joint.kind == JointKind::Slider) continue;
    EXPECT_LE((ends[0] - ends[1]).norm(), 1e-12) << joint.name;
  }
  EXPECT_NEAR(coordinateOf(robot.world.joints[1], robot.world.bodies), 0.7 - 0.3, 1e-12);
  mj_deleteData(data);
  mj_deleteModel(model);
}

// MuJoCo's force is kp (control - gear q) gear, and -kv gear^2 qdot.
TEST_F(MujocoKeyframe, ServosAreSpringsToTheirControls) {
  const Robot robot = parseRobot(kModel, "test.xml", {.keyframe = "bent"});
  const Joint &twist = robot.world.joints[1], &out = robot.world.joints[2];
  EXPECT_EQ(twist.name, "twist");
  EXPECT_EQ(twist.stiffness, 40.0 * 4.0);
  EXPECT_NEAR(twist.rest, 0.5 / 2.0 - 0.3, 1e-15);
  EXPECT_EQ(out.damping, 3.0);
  EXPECT_THROW(parseRobot(kModel, "test.xml", {.keyframe = "none"}), RobotError);
}

}  // namespace
}  // namespace keystone
