#include "robot/robot.h"

#include <algorithm>
#include <filesystem>

#include "robot/mjcf_keyframe.h"
#include "robot/mjcf_world.h"
#include "robot/sdf_world.h"
#include "robot/urdf_world.h"

namespace keystone {

namespace {

// What a note says, without its line and the name of the link or joint that it is about.
std::string kindOfNote(const std::string& note) {
  std::string kind = note.substr(std::min(note.size(), note.find(": ")));
  const std::size_t name = kind.find(" \""), end = kind.find("\": ");
  if (name < end && end != std::string::npos) kind.erase(name, end - name);
  return kind;
}

// One note for all that say the same of other places: the first, with how many there are.
std::vector<std::string> grouped(const std::vector<std::string>& notes) {
  std::vector<std::string> kinds, first;
  std::vector<int> counts;
  for (const std::string& note : notes) {
    const std::string kind = kindOfNote(note);
    const auto found = std::ranges::find(kinds, kind);
    if (found == kinds.end()) {
      kinds.push_back(kind);
      first.push_back(note);
      counts.push_back(1);
    } else {
      ++counts[static_cast<std::size_t>(found - kinds.begin())];
    }
  }
  for (std::size_t k = 0; k < first.size(); ++k)
    if (counts[k] > 1) first[k] += " (" + std::to_string(counts[k]) + " times)";
  return first;
}

}  // namespace

bool isRobotFile(std::string_view path) {
  constexpr std::string_view kEndings[] = {".xml", ".mjcf", ".urdf", ".sdf", ".world"};
  const std::string end = std::filesystem::path(path).extension().string();
  return std::ranges::find(kEndings, end) != std::end(kEndings);
}

Robot parseRobot(const std::string& text, const std::string& path, const ImportOptions& options) {
  Robot robot;
  auto document = parseXml(text, path);
  const std::string_view root = document->RootElement()->Name();
  if (root == "robot") {
    buildUrdfWorld(elementOf(document->RootElement(), path), options, robot);
  } else if (root == "sdf" || root == "gazebo") {
    buildSdfWorld(std::move(document), path, options, robot);
  } else {
    MjcfFile file(robot.notes);
    readMjcf(std::move(document), path, file);
    buildMjcfWorld(file, options, robot.world);
    robot.name = file.model;
    robot.keyframes = mjcfKeyNames(file);
  }
  if (robot.name.empty()) robot.name = std::filesystem::path(path).stem().string();
  if (robot.world.bodies.empty()) throw RobotError(path + ":1: found no body, expected one");
  robot.notes = grouped(robot.notes);
  return robot;
}

Robot loadRobot(const std::string& path, const ImportOptions& options) {
  return parseRobot(readTextFile(path), path, options);
}

}  // namespace keystone
