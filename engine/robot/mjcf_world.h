// Bodies, joints and equality constraints of an MJCF file.
#pragma once

#include "robot/mjcf_file.h"

namespace keystone {

// Throws RobotError.
void buildMjcfWorld(MjcfFile& file, const ImportOptions& options, World& world);

// Turns (x, y, z) of files with +z up into (x, z, -y).
Quat upright();

}  // namespace keystone
