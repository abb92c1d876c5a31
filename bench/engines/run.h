// One scene under one engine, in a process of its own that can be stopped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engines/engine.h"

namespace keystone::bench {

struct RunLimits {
  int steps = 360;
  double step_s = 10.0;   // [s], a step that takes longer ends the run
  double whole_s = 20.0;  // [s], loading and judging included; ends the run
};

// What is looked at beside time, every kWatchEvery steps.
struct Watched {
  double residual = 0.0, mismatch = 0.0;  // ImpulseVerdict
  double penetration = 0.0;               // [m]
  double drift = 0.0;                     // [m]
  bool fallen = false;
};
inline constexpr int kWatchEvery = 10;

struct StepSample {
  double ms = 0.0;   // of processor time
  int contacts = 0;  // of the last step that was watched
  long complaints = 0;
  bool is_watched = false;
  Watched watched;
};

struct EngineRun {
  std::vector<StepSample> steps;
  std::string cut;  // why it ended early; else empty
};

// Fallen: a body has turned by more than half a radian or is farther from its start than its own shortest edge.
EngineRun runEngine(const EngineInfo& engine, const EngineScene& scene, const RunLimits& limits);

}  // namespace keystone::bench
