// Scenes in which many contacts slide at once: piles that are hit, pulled at, poured, or fall.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "step/step.h"

namespace keystone::bench {

struct Ball {
  Vec3 place = Vec3::Zero(), velocity = Vec3::Zero();  // [m], [m/s]
  double radius = 0.3;                                 // [m]; eight times as dense as stone
};

struct HardScene {
  std::string_view name;   // scenes of a name are counted as one
  std::string_view scene;  // file
  int before = 0;          // steps that the pile stands first
  int steps = 100;         // watched
  std::optional<Ball> ball = {};
  int pulled = -1;  // body that a hand pulls out along +z, by 2 m within 40 steps
};
const std::vector<HardScene>& hardScenes();

// Runs it under `exact` with the default bound on work; `see` gets the simulation after every step. Throws SceneError.
void runHardScene(const HardScene& scene, const std::function<void(const Simulation&)>& see);

}  // namespace keystone::bench
