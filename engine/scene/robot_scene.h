// Robot files (robot/robot.h) as scenes.
#pragma once

#include "robot/robot.h"
#include "scene/scene_def.h"

namespace keystone {

// The robot, to be stepped in reduced coordinates. Its notes are in the description, too, as far as they fit.
Scene sceneOfRobot(Robot robot, const std::string& path);

}  // namespace keystone
