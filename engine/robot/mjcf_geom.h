// <geom> of MJCF as a solid.
#pragma once

#include "robot/mjcf_contact.h"
#include "robot/solids.h"

namespace keystone {

// Appends the solid of an element with its defaults; kinds that are not taken are noted. Throws RobotError.
void readMjcfGeom(MjcfFile& file, const XmlElement& element, MjcfContacts& contacts, std::vector<Solid>& solids);

}  // namespace keystone
