#include "robot/robot.h"

#include <algorithm>
#include <filesystem>

#include "robot/mjcf_world.h"
#include "robot/urdf_world.h"

namespace keystone {

bool isRobotFile(std::string_view path) {
  const std::string end = std::filesystem::path(path).extension().string();
  return end == ".xml" || end == ".mjcf" || end == ".urdf";
}

Robot parseRobot(const std::string& text, const std::string& path, const ImportOptions& options) {
  Robot robot;
  auto document = parseXml(text, path);
  if (std::string_view(document->RootElement()->Name()) == "robot") {
    buildUrdfWorld(text, *document, path, options, robot);
  } else {
    MjcfFile file(robot.notes);
    readMjcf(std::move(document), path, file);
    buildMjcfWorld(file, options, robot.world);
    robot.name = file.model;
  }
  if (robot.name.empty()) robot.name = std::filesystem::path(path).stem().string();
  if (robot.world.bodies.empty()) throw RobotError(path + ":1: found no body, expected one");
  return robot;
}

Robot loadRobot(const std::string& path, const ImportOptions& options) {
  return parseRobot(readTextFile(path), path, options);
}

}  // namespace keystone
