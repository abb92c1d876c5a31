// URDF as a world.
#pragma once

#include "robot/xml_file.h"

namespace keystone {

// Fills the robot from a <robot> element. Throws RobotError.
void buildUrdfWorld(const XmlElement& root, const ImportOptions& options, Robot& robot);

}  // namespace keystone
