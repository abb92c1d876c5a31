// The command line of the sandbox.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/race.h"
#include "scene/scene_def.h"
#include "step/method_choices.h"

namespace keystone {

struct Options {
  std::string scene = "wall_10x10";
  bool names_scene = false;           // else that one is the default
  std::vector<std::string> settings;  // NAME=VALUE, of the scene's parameters
  std::string tour;                   // id of the one to begin with; empty: none
  MethodChoices method;
  bool paused = false, list = false;
  double hz = 0.0;            // steps per simulated second; 0: the scene's
  int width = 0, height = 0;  // [pixels]; 0: as last time
  double ui_scale = 0.0;      // 0: as last time
  std::string record, screenshot;
  long frames = 0;  // 0: until closed
  unsigned long seed = 1;
  std::vector<Method> split;  // of the split view; empty: not split
};

// Exit status when there is nothing to open (help, or a usage error already reported on stderr).
std::optional<int> parseOptions(int argc, char** argv, Options& options);

// Loads the scene and imposes the options on it. Throws SceneError with one line for the user.
Scene openingScene(const Options& options, const std::string& asset_dir);

// Scenes and solvers, for --list.
std::string listing(const std::string& asset_dir);

}  // namespace keystone
