// What an MJCF file's names stand for in the world made of it.
#pragma once

#include "robot/mjcf_file.h"

namespace keystone {

struct MjcfNames {
  struct OfBody {
    int body = -1;            // -1: the world
    Pose frame;               // of the file's body, in the world
    std::vector<int> solids;  // bodies that have its geoms
  };
  struct OfJoint {
    int joint = -1;
    double ref = 0.0;  // [rad] or [m], the file's coordinate where the joint's is 0
  };
  // A joint as `qpos` of a keyframe has it.
  struct Coordinate {
    int joint = -1;  // -1: a free one
    double ref = 0.0;
    int body = -1;  // of a free one
    Pose center;    // of that body, in the file's body
  };
  std::map<std::string, OfBody, std::less<>> bodies;
  std::map<std::string, OfJoint, std::less<>> joints;
  std::vector<Coordinate> coordinates;
};

// <connect> and <weld> as joints.
void addMjcfEquality(MjcfFile& file, const MjcfNames& names, const XmlElement& element, World& world);
// What drives a joint, while its control is `control`.
void addMjcfActuator(MjcfFile& file, const MjcfNames& names, const XmlElement& element, double control, World& world);
// <exclude>: two bodies do not touch.
void addMjcfExclude(MjcfFile& file, const MjcfNames& names, const XmlElement& element, World& world);

}  // namespace keystone
