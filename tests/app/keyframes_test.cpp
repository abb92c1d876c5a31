// The keyframes of a robot's file, as the session goes to them.
#include "session/keyframes.h"

#include <gtest/gtest.h>

#include "session/edits.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

const char* const kModel =
    "<mujoco><worldbody><body name=\"arm\"><joint name=\"lift\"/><geom "
    "size=\"0.1\" pos=\"0.5 0 "
    "0\"/></body></worldbody>"
    "<actuator><position joint=\"lift\" kp=\"40\"/></actuator>"
    "<keyframe><key qpos=\"0.1\"/><key name=\"up\" qpos=\"0.5\" "
    "ctrl=\"0.7\"/></keyframe></mujoco>";

class Keyframes : public TempFolder {
 protected:
  void open() { openScene(session, loadScene(write("arm.xml", kModel), "")); }
  const World& world() const { return session.scene.simulation.world; }
  Session session;
};

TEST_F(Keyframes, PutsBodiesAndServosWhereTheFileHasThem) {
  open();
  EXPECT_EQ(session.scene.keyframes, std::vector<std::string>{"up"});
  for (int i = 0; i < 5; ++i) stepOnce(session);
  const double before = coordinateOf(world().joints[0], world().bodies);
  goToKeyframe(session, "up");
  EXPECT_NEAR(coordinateOf(world().joints[0], world().bodies), 0.5, 1e-12);
  EXPECT_NEAR(world().joints[0].rest, 0.7, 1e-12);
  EXPECT_EQ(world().bodies[0].omega, Vec3::Zero());
  undo(session);
  EXPECT_EQ(coordinateOf(world().joints[0], world().bodies), before);
  EXPECT_EQ(world().joints[0].rest, 0.0);
}

TEST_F(Keyframes, OfAFileThatIsGoneAreToldAndChangeNothing) {
  open();
  std::filesystem::remove(session.scene.address);
  goToKeyframe(session, "up");
  EXPECT_EQ(session.message.kind, Message::Kind::Trouble);
  EXPECT_NE(session.message.text.find("arm.xml"), std::string::npos) << session.message.text;
  EXPECT_EQ(session.undo.undoable(), 0U);
}

}  // namespace
}  // namespace keystone
