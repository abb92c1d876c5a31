// A scene as its file states it, before it is a world.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "step/step.h"

namespace keystone {

struct SceneCamera {
  Vec3 target = Vec3::Zero();      // [m], looked at
  double yaw = 0.6, pitch = 0.35;  // [rad]; 0, 0 looks along -z
  double distance = 10.0;          // [m]
  bool orthographic = false;       // straight on, for planar scenes
  bool given = false;              // false: the viewer frames the bodies
};

// What the player of a scene is asked: reach as far as possible past the end of a table with so many bricks.
struct OverhangChallenge {
  std::string table;  // name of a body, a level box that does not move; what counts is its end in +x
  int bricks = 0;
  Vec3 half = Vec3::Zero();  // [m], of a brick, half extents
  double density = 1000.0;   // [kg/m^3]
  Material material;
};

// Everything a scene file holds, generators already expanded: the world, ready to run, and how to run it.
struct Scene {
  std::string id;  // file name without .json
  std::string name, group, description, source;
  std::vector<std::string> notes;  // what was not taken of another program's file; not saved
  Simulation simulation;           // world, solver, parameters, stepper
  SceneCamera camera;
  double drag_cap = 50.0;  // multiple of the body's weight
  std::optional<OverhangChallenge> challenge;
};

// A bad scene: what() is one line, "FILE: /json/pointer: found X, expected Y".
struct SceneError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `path` is a file; one of a robot (robot/robot.h) is imported. Meshes are looked up beside the file and in
// `asset_dir`/meshes. Throws SceneError; nothing is half-loaded.
Scene loadScene(const std::string& path, const std::string& asset_dir);
// The same from text; `path` names it in messages, and its folder is where other files are looked up.
Scene parseScene(const std::string& text, const std::string& path, const std::string& asset_dir);

// Writes the simulation's present state as a scene file (bodies one by one, no generators). Reloading gives the same
// state hash.
void saveScene(const Scene& scene, const std::string& path);
// What saveScene() writes.
std::string sceneText(const Scene& scene);

// NAME or PATH -> path of the file: an existing path as it is, else asset_dir/scenes/NAME.json. Throws SceneError.
std::string findScene(const std::string& name, const std::string& asset_dir);

// Ids of asset_dir/scenes/*.json, sorted.
std::vector<std::string> listScenes(const std::string& asset_dir);

// What a list shows of a scene.
struct SceneEntry {
  std::string id, name, group, description;  // as Scene; the name is the id where the file has none
};
// What the JSON files in a folder say of themselves, sorted by id; those that are no JSON have their id alone.
std::vector<SceneEntry> entriesIn(const std::string& folder);
// The same scenes by group, in the order in which the groups are learnt; within a group sorted by id. Files that are no
// JSON are in the last group, under their id.
std::vector<SceneEntry> listSceneEntries(const std::string& asset_dir);

}  // namespace keystone
