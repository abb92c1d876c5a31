// Bodies, joints and equality constraints of an MJCF file.
#pragma once

#include "robot/mjcf_file.h"

namespace keystone {

// Throws RobotError.
void buildMjcfWorld(MjcfFile& file, const ImportOptions& options, World& world);

// Turns (x, y, z) of files with +z up into (x, z, -y).
Quat upright();
// A vector of a file in the world, to the bit: (x, z, -y). And back: (x, -z, y).
Vec3 yUp(const Vec3& v);
Vec3 zUp(const Vec3& v);

}  // namespace keystone
