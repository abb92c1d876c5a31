// What <surface> of an SDFormat collision says: friction, bounce, and what it may touch.
#pragma once

#include "robot/sdf_element.h"
#include "robot/solids.h"

namespace keystone {

inline constexpr std::uint32_t kSdfBitmask = 0xffff;  // of collisions that say nothing else

// Fills the solid's material, whose pose holds already. Returns the bits of what it may touch: two collisions touch if
// they have one in common. Throws RobotError.
std::uint32_t readSdfSurface(const XmlElement& collision, Solid& solid, std::vector<std::string>& notes);

// Of two surfaces the smaller friction holds: those with less friction get a higher priority. Of a material's kinds of
// friction the sliding one decides.
void letSmallerFrictionHold(std::vector<std::vector<Solid>>& links);

}  // namespace keystone
