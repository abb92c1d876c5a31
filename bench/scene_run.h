// A scene of assets/scenes, run for many steps and measured.
#pragma once

#include <string>

#include "record/run_summary.h"

namespace keystone::bench {

struct RunBounds {
  long steps = 3600;
  double budget_s = 60.0;  // [s] of wall time, after which no further step begins
};

struct SceneRun {
  bool balanced = false;  // analyze() of the scene as it begins
  RunSummary summary;     // its times are wall time: use those below
  double cold_ms = 0.0;   // the first step, processor time
  Distribution step_ms;   // the others, processor time
};

// The scene with the solver and stepper of its file, or the default ones. Throws SceneError.
SceneRun runScene(const std::string& id, const RunBounds& bounds);

}  // namespace keystone::bench
