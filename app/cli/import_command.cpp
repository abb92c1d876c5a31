// keystone-cli import and convert: robots from MJCF, URDF and SDFormat files, and worlds as MJCF.
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/setup.h"
#include "math/output_file.h"
#include "math/stop.h"
#include "paths.h"
#include "robot/robot.h"
#include "scene/robot_scene.h"

namespace keystone {
namespace {

struct ImportCommand {
  std::string file;   // MJCF, URDF or SDFormat
  std::string out;    // scene file
  bool limp = false;  // without motors
  std::string base;   // of URDF: free or fixed; else by the file
  std::string keyframe;
  Format format = Format::Table;
};

int importRobot(const ImportCommand& command) {
  if (!isRobotFile(command.file))
    throw UsageError("found '" + command.file + "', expected NAME.xml (MJCF), NAME.urdf, NAME.sdf or NAME.world");
  checkPlace(command.out);
  ImportOptions options;
  options.motors = !command.limp;
  options.keyframe = command.keyframe;
  if (!command.base.empty())
    options.base = command.base == "fixed" ? ImportOptions::Base::Fixed : ImportOptions::Base::Free;
  Robot robot;
  try {
    robot = loadRobot(command.file, options);
  } catch (const RobotError& problem) {
    throw SceneError(problem.what());
  }
  const std::vector<std::string> notes = robot.notes;
  const Scene scene = sceneOfRobot(std::move(robot), command.file);
  stopIfAsked();
  saveScene(scene, command.out);
  print({{"file", command.out},
         {"bodies", scene.simulation.world.bodies.size()},
         {"joints", scene.simulation.world.joints.size()},
         {"notes", notes}},
        command.format);
  return 0;
}

struct ConvertCommand {
  std::string scene;  // or a robot's file
  std::string out;    // NAME.xml
  Format format = Format::Table;
};

int convertScene(const ConvertCommand& command) {
  checkPlace(command.out);
  const Scene scene = loadScene(findScene(command.scene, assetDir()), assetDir());
  std::vector<std::string> notes;
  stopIfAsked();
  writeFile(command.out, mjcfText(scene.simulation.world, scene.name, notes));
  print({{"file", command.out}, {"bodies", scene.simulation.world.bodies.size()}, {"notes", notes}}, command.format);
  return 0;
}

}  // namespace

void addImport(Commands& commands) {
  auto [command, options] = commands.add("import", "Make a scene of a robot from MJCF, URDF or SDFormat", importRobot);
  command.add_option("file", options.file, "NAME.xml (MJCF), NAME.urdf, NAME.sdf or NAME.world")->required();
  command.add_option("--out", options.out, "FILE.json: the scene to write")->required()->check(endingIn({".json"}));
  command.add_flag("--limp", options.limp, "leave motors out, which otherwise hold the joints");
  command.add_option("--keyframe", options.keyframe, "of MJCF: the name of the <key> to start at");
  command.add_option("--base", options.base, "of URDF: free or fixed (by its file)")
      ->check(CLI::IsMember({"free", "fixed"}));
  addFormat(command, options.format);
}

void addConvert(Commands& commands) {
  auto [command, options] = commands.add("convert", "Write a scene as MJCF, as far as that has it", convertScene);
  command.add_option("scene", options.scene, "scene, or a robot's file")->required();
  addSet(command, options.scene);
  command.add_option("--out", options.out, "NAME.xml to write")->required()->check(endingIn({".xml"}));
  addFormat(command, options.format);
}

}  // namespace keystone
