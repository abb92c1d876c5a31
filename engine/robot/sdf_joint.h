// What stands in a <joint> of SDFormat.
#pragma once

#include "robot/sdf_file.h"
#include "world/world.h"

namespace keystone {

// Adds the joint between the bodies of links: [links], -1 the world. One with two axes is two hinges, and between them
// a link of negligible mass that touches nothing. Throws RobotError.
void addSdfJoint(const SdfFile& file, const SdfJoint& given, const std::vector<int>& bodies,
                 const ImportOptions& options, Robot& robot);

}  // namespace keystone
