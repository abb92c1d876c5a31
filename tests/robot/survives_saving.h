// A robot's scene that is saved and read again is the same one.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "scene/scene_def.h"
#include "step/step.h"

namespace keystone {

// The same text when it is saved once more, and the same bits at the start and after some steps. `saved` is written.
inline void expectSurvivesSaving(const std::string& file, const std::string& saved) {
  constexpr int kSteps = 10;
  Scene scene = loadScene(file, "");
  saveScene(scene, saved);
  Scene again = loadScene(saved, "");
  again.id = scene.id;
  EXPECT_EQ(sceneText(again), sceneText(scene)) << file;
  EXPECT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world)) << file;
  for (int i = 0; i < kSteps; ++i) {
    step(scene.simulation);
    step(again.simulation);
  }
  EXPECT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world)) << file;
  EXPECT_FALSE(scene.simulation.report.rejected) << file << ": " << scene.simulation.report.trouble;
}

}  // namespace keystone
