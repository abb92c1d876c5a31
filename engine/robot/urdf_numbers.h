// The numbers of a URDF file, before liburdfdom reads it, which takes what it cannot read as 0 or leaves it out.
#pragma once

#include <map>
#include <string>

#include "robot/xml_file.h"

namespace keystone {

using UrdfPlaces = std::map<std::string, int>;  // lines, by `link "NAME"` or `joint "NAME"`

// Where links and joints are. Throws RobotError where one has an attribute that is not as many numbers as there must
// be.
UrdfPlaces checkUrdfNumbers(const XmlElement& robot);

}  // namespace keystone
