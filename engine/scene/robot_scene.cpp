#include "scene/robot_scene.h"

#include <filesystem>

namespace keystone {

Scene sceneOfRobot(Robot robot, const std::string& path) {
  constexpr std::size_t kMostText = 3500;  // of 4000 that a scene file may have in a text
  Scene scene;
  scene.id = std::filesystem::path(path).stem().string();
  scene.address = path;
  scene.name = robot.name;
  scene.source = std::filesystem::path(path).filename().string();
  scene.description = "Imported from " + scene.source + ".";
  std::size_t told = 0;
  for (const std::string& note : robot.notes) {
    if (scene.description.size() + note.size() > kMostText) break;
    scene.description += (told++ == 0 ? " Notes: " : "; ") + note;
  }
  if (told < robot.notes.size()) scene.description += "; and " + std::to_string(robot.notes.size() - told) + " more";
  scene.simulation.solver = defaultSolver();
  scene.simulation.params.coordinates = Coordinates::Reduced;
  scene.simulation.world = std::move(robot.world);
  scene.keyframes = std::move(robot.keyframes);
  scene.notes = std::move(robot.notes);
  return scene;
}

}  // namespace keystone
