// Robots from files of other programs: MJCF (MuJoCo), URDF (ROS) and SDFormat (Gazebo), as a world.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "world/world.h"

namespace keystone {

// A bad file: what() is one line, "FILE:LINE: found X, expected Y".
struct RobotError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline constexpr int kMostFiles = 64;  // that a file may include

struct ImportOptions {
  // Whether motors hold their joints: speed 0, with the most that their limits let them push. Else joints are limp.
  bool motors = true;
  // Of MJCF: the <key> to start at; empty: where the bodies stand in the file.
  std::string keyframe = {};
  // Of URDF. By its file a robot moves freely, unless its root has no mass, and is named "world" or nothing with mass
  // is fixed to it.
  enum class Base { ByFile, Free, Fixed } base = Base::ByFile;
};

// +y is up: files have +z up, and (x, y, z) of a file is (x, z, -y) here.
struct Robot {
  std::string name;
  World world;
  std::vector<std::string> keyframes;  // names of those of MJCF, for ImportOptions::keyframe
  std::vector<std::string> notes;      // "FILE:LINE: <element attribute>: what was not taken and what that means"
};

// Whether loadRobot() reads files of that name: .xml, .mjcf, .urdf, .sdf, .world.
bool isRobotFile(std::string_view path);

// A file's robot. MJCF, URDF or SDFormat, by its root element. Throws RobotError; nothing is half-loaded.
Robot loadRobot(const std::string& path, const ImportOptions& options = {});
// The same from text; `path` names it in messages, and its folder is where other files are looked up.
Robot parseRobot(const std::string& text, const std::string& path, const ImportOptions& options = {});

// The world as MJCF, as far as MuJoCo has it; `notes` receives what is left out. Bodies become trees by their joints
// (articulated/forest.h), other ball and fixed joints equality constraints.
std::string mjcfText(const World& world, const std::string& name, std::vector<std::string>& notes);

}  // namespace keystone
