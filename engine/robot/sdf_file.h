// An SDFormat file with what it includes, as one list of links and one of joints, before any body is made.
#pragma once

#include "robot/sdf_frames.h"

namespace keystone {

struct SdfLink {
  XmlElement element;  // with texts
  std::string name;    // "MODEL::LINK"
  SdfScope scope;
  int frame = -1;
  int model = -1;             // number of the outermost one that it is of
  bool is_static = false;     // it never moves
  bool self_collide = false;  // may touch others of its model that may, too
};

struct SdfJoint {
  XmlElement element;  // with texts
  std::string name;
  SdfScope scope;
  int frame = -1;
};

struct SdfFile {
  std::string name, path;
  std::optional<XmlElement> world;  // with texts
  SdfFrames frames;
  std::vector<SdfLink> links;
  std::vector<SdfJoint> joints;
  std::vector<std::shared_ptr<tinyxml2::XMLDocument>> documents;
};

// Throws RobotError. `notes` receives what is not taken.
SdfFile readSdf(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path,
                std::vector<std::string>& notes);

}  // namespace keystone
