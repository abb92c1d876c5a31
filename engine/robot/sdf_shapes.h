// What stands in <collision> and <visual> of SDFormat, as solids.
#pragma once

#include "robot/sdf_element.h"
#include "robot/solids.h"

namespace keystone {

// The solids of a link's collisions, else those of its visuals, which touch nothing, in the link's colour.
// Solid::contact_class is the place in `bitmasks` of what a collision may touch: new ones are appended. Planes are
// half-spaces along z of their pose. Throws RobotError.
std::vector<Solid> sdfSolids(const XmlElement& link, std::vector<std::uint32_t>& bitmasks,
                             std::vector<std::string>& notes);

}  // namespace keystone
