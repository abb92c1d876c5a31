// Contact problems of scenes.
#pragma once

#include "paths.h"
#include "scene/scene_def.h"

namespace keystone::testing {

// That of the scene's step, under its own solver.
inline ContactProblem problemAfter(const char* scene, int steps) {
  Simulation simulation = loadScene(findScene(scene, assetDir()), assetDir()).simulation;
  for (int i = 0; i < steps; ++i) step(simulation);
  return simulation.problem;
}

}  // namespace keystone::testing
