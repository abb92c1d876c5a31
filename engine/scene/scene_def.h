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

// A text beside a body, or at a place: what the scene compares, for the eye alone.
struct SceneLabel {
  std::string text;
  std::string body;        // its name; empty: `at` counts
  Vec3 at = Vec3::Zero();  // [m], world
};

// A number of the scene that may be set from outside: its "parameters" (docs/scene-format.md).
struct SceneParameter {
  std::string name, description;
  double low = 0.0, high = 0.0;
  bool integer = false;
  double value = 0.0, own = 0.0;  // now, and where nothing is set
};

// Everything a scene file holds, generators already expanded: the world, ready to run, and how to run it.
struct Scene {
  std::string id;       // file name without .json, or what the file says; with the parameters that are set
  std::string address;  // for loadScene(), of the same scene without them
  std::string name, group, description, source;
  std::vector<std::string> keyframes;  // of an imported robot: names of states that its file has; not saved
  std::vector<std::string> notes;      // what was not taken of another program's file; not saved
  Simulation simulation;               // world, solver, parameters, stepper
  SceneCamera camera;
  double drag_cap = 50.0;  // multiple of the body's weight
  std::optional<OverhangChallenge> challenge;
  std::vector<SceneLabel> labels;
  std::vector<SceneParameter> parameters;  // not saved, but what they made is

  // The id without parameters.
  std::string plainId() const { return id.substr(0, id.find('#')); }
};

// A bad scene: what() is one line, "FILE: /json/pointer: found X, expected Y".
struct SceneError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `address` is the path of a file; one of a robot (robot/robot.h) is imported. After a "#" it may say which of the
// file's scenes is meant: "PATH#VARIANT", "PATH#NAME=VALUE,...", "PATH#VARIANT,NAME=VALUE,...". Meshes are looked up
// beside the file and in `asset_dir`/meshes. Throws SceneError; nothing is half-loaded.
Scene loadScene(const std::string& address, const std::string& asset_dir);
// The same from text; `path` names it in messages, and its folder is where other files are looked up. `settings` are
// NAME=VALUE, of its parameters.
Scene parseScene(const std::string& text, const std::string& path, const std::string& asset_dir,
                 const std::vector<std::string>& settings = {});
// The address, or name, with these NAME=VALUE, too. Throws SceneError for what is none.
std::string withValues(const std::string& address, const std::vector<std::string>& settings);
// What may be set in the scene at an address, which is not a robot's.
std::vector<SceneParameter> parametersOf(const std::string& address);
// The text of a scene file with the variant and values put in.
std::string chosenSceneText(const std::string& address);

// Writes the simulation's present state as a scene file (bodies one by one, no generators). Reloading gives the same
// state hash. Throws OutputError (math/output_file.h).
void saveScene(const Scene& scene, const std::string& path);
// What saveScene() writes, and of one body.
std::string sceneText(const Scene& scene);
std::string bodyText(const Body& body, const Collider& collider);

// NAME or PATH, each with "#" and values or without -> address: an existing path as it is, else that of a scene in
// asset_dir/scenes by its id, or by the name of its file. Throws SceneError.
std::string findScene(const std::string& name, const std::string& asset_dir);

// Ids of the scenes in asset_dir/scenes, of variants, too, sorted.
std::vector<std::string> listScenes(const std::string& asset_dir);

// What a list shows of a scene.
struct SceneEntry {
  std::string id, name, group, description;  // as Scene; the name is the id where the file has none
  std::string path;                          // of its file
  bool is_variant = false;
  std::string address() const { return is_variant ? path + "#" + id : path; }
};
// What a JSON file says of its scenes: its own, then the variants. Of what is no JSON the name of the file alone.
std::vector<SceneEntry> entriesOf(const std::string& path);
// Of all JSON files in a folder, sorted by name.
std::vector<SceneEntry> entriesIn(const std::string& folder);
// The scenes that come along by group, in the order in which the groups are learnt; within a group sorted by file.
// Files that are no JSON are in the last group, under their id.
std::vector<SceneEntry> listSceneEntries(const std::string& asset_dir);

}  // namespace keystone
