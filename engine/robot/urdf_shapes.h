// What stands in <visual> and <collision> of URDF, as solids.
#pragma once

#include "robot/solids.h"
#include "robot/xml_file.h"

namespace keystone {

// <origin> of an element: `xyz` [m], and `rpy` [rad] about fixed axes. Throws RobotError.
Pose originOf(const XmlElement& element);

class UrdfShapes {
 public:
  // Reads the colours of the robot's <material> elements; of those that have one name the first holds.
  UrdfShapes(const XmlElement& robot, std::vector<std::string>& notes);

  // The solids of a link's <collision> elements, else those of its <visual> elements, which touch nothing; the first
  // has the link's colour. Throws RobotError.
  std::vector<Solid> solidsOf(const XmlElement& link);

 private:
  bool readGeometry(const XmlElement& link, const XmlElement& part, Solid& solid);
  Vec3 colourOf(const XmlElement& visual);

  std::vector<std::string>& notes_;
  std::map<std::string, Vec3> colours_;
};

}  // namespace keystone
