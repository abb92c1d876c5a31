// SDFormat as a world.
#pragma once

#include "robot/xml_file.h"

namespace keystone {

// Fills the robot from a document whose root is <sdf>. Throws RobotError.
void buildSdfWorld(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path,
                   const ImportOptions& options, Robot& robot);

}  // namespace keystone
