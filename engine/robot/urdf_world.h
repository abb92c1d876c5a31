// URDF, read by Debian's liburdfdom.
#pragma once

#include "robot/xml_file.h"

namespace keystone {

// Fills the robot from a document whose root is <robot>. Throws RobotError. A root link without <inertial> stands for
// the world; else it moves freely.
void buildUrdfWorld(const std::string& text, const tinyxml2::XMLDocument& document, const std::string& path,
                    const ImportOptions& options, Robot& robot);

}  // namespace keystone
