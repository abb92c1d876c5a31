// keystone-cli import and convert: robots from MJCF and URDF files, and worlds as MJCF.
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/setup.h"
#include "paths.h"
#include "robot/robot.h"
#include "scene/robot_scene.h"

namespace keystone {

int importRobot(const ImportCommand& command) {
  if (!isRobotFile(command.file))
    throw UsageError("found '" + command.file + "', expected NAME.xml (MJCF) or NAME.urdf");
  ImportOptions options;
  options.motors = !command.limp;
  Robot robot;
  try {
    robot = loadRobot(command.file, options);
  } catch (const RobotError& problem) {
    throw SceneError(problem.what());
  }
  const std::vector<std::string> notes = robot.notes;
  const Scene scene = sceneOfRobot(std::move(robot), command.file);
  saveScene(scene, command.out);
  print({{"file", command.out},
         {"bodies", scene.simulation.world.bodies.size()},
         {"joints", scene.simulation.world.joints.size()},
         {"notes", notes}},
        command.format);
  return 0;
}

int convertScene(const ConvertCommand& command) {
  const Scene scene = loadScene(findScene(command.scene, assetDir()), assetDir());
  std::vector<std::string> notes;
  const std::string text = mjcfText(scene.simulation.world, scene.name, notes);
  std::ofstream file(command.out, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw SceneError(command.out + ": found no place to write to, expected one");
  print({{"file", command.out}, {"bodies", scene.simulation.world.bodies.size()}, {"notes", notes}}, command.format);
  return 0;
}

}  // namespace keystone
