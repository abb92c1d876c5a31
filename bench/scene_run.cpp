#include "scene_run.h"

#include <chrono>
#include <vector>

#include "math/thread_time.h"
#include "observe/analysis.h"
#include "paths.h"
#include "scene/scene_def.h"

namespace keystone::bench {

SceneRun runScene(const std::string& id, const RunBounds& bounds) {
  using Clock = std::chrono::steady_clock;
  Simulation simulation = loadScene(findScene(id, assetDir()), assetDir()).simulation;
  simulation.params.skip_repeated = false;
  const Simulation start = simulation;

  SceneRun run;
  RunTally tally(simulation.world);
  std::vector<double> step_ms;
  const auto end = Clock::now() + std::chrono::duration<double>(bounds.budget_s);
  for (long k = 0; k < bounds.steps && Clock::now() < end; ++k) {
    const double begin = threadTime();
    step(simulation);
    const double took = threadTime() - begin;
    if (k == 0)
      run.cold_ms = took;
    else
      step_ms.push_back(took);
    tally.add(simulation);
  }
  run.summary = tally.summary();
  run.step_ms = distribution(std::move(step_ms));
  run.balanced = analyze(start).balanced;  // last, so that the first step finds nothing prepared
  return run;
}

}  // namespace keystone::bench
