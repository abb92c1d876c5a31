#include "session/keyframes.h"

#include <algorithm>

#include "robot/robot.h"
#include "session/edits.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

// Names in robots' files are unique.
void adopt(const World& keyframe, World& world) {
  for (Body& body : world.bodies) {
    const auto there = std::ranges::find(keyframe.bodies, body.name, &Body::name);
    if (!body.isDynamic() || there == keyframe.bodies.end()) continue;
    body.pose = there->pose;
    body.velocity = body.omega = Vec3::Zero();
  }
  for (Joint& joint : world.joints) {
    const auto there = std::ranges::find(keyframe.joints, joint.name, &Joint::name);
    if (!joint.name.empty() && there != keyframe.joints.end()) joint.rest = there->rest;
  }
}

}  // namespace

void goToKeyframe(Session& session, const std::string& name) {
  try {
    const Robot robot = loadRobot(session.scene.address, {.keyframe = name});
    edit(session, [&robot](Simulation& simulation) {
      wakeAll(simulation.world);
      adopt(robot.world, simulation.world);
    });
    say(session, "At the keyframe " + name);
  } catch (const RobotError& error) {  // the file was changed since
    complain(session, error.what());
  }
}

}  // namespace keystone
