// A URDF file as a tree of links and joints, before any body is made.
#pragma once

#include <optional>

#include "robot/solids.h"
#include "robot/xml_file.h"

namespace keystone {

struct UrdfJoint {
  XmlElement element;
  std::string name, type;
  int parent = -1, child = -1;  // links
  Pose origin;                  // of the child's frame, in the parent's
};

struct UrdfLink {
  XmlElement element;
  std::string name;
  MassProperties mass;        // in the link's frame; of 0 kg: none
  std::vector<Solid> solids;  // of <collision>, else of <visual>
  int joint = -1;             // that leads here; -1: the root
  std::vector<int> joints;    // that lead on
};

struct UrdfFile {
  std::string name, path;
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
  int root = -1;
};

// Throws RobotError. `notes` receives what is not taken.
UrdfFile readUrdf(const XmlElement& robot, std::vector<std::string>& notes);

}  // namespace keystone
