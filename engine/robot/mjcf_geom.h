// <geom> of MJCF as a solid.
#pragma once

#include "robot/mjcf_file.h"
#include "robot/solids.h"

namespace keystone {

// Appends the solid of an element with its defaults; kinds that are not taken are noted. Throws RobotError.
void readMjcfGeom(MjcfFile& file, const XmlElement& element, std::vector<Solid>& solids);

}  // namespace keystone
