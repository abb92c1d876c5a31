// keystone-cli bench: the time of a step, with the residual it bought.
#include <nlohmann/json.hpp>

#include "cli/setup.h"
#include "record/run_summary.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

Json benchScene(Scene scene, const SolverInfo& solver, long steps) {
  Lane& lane = scene.lane;
  if (&solver != lane.solver) {
    lane.solver = &solver;
    lane.knobs.clear();
  }
  RunTally tally(lane.world);
  for (long i = 0; i < steps; ++i) {
    step(lane);
    tally.add(lane);
  }
  const RunSummary s = tally.summary();
  return {{"scene", scene.id},
          {"solver", solver.id},
          {"bodies", s.bodies},
          {"contacts_max", s.contacts_max},
          {"step_ms_min", s.step_ms.min},
          {"step_ms_median", s.step_ms.median},
          {"step_ms_p99", s.step_ms.p99},
          {"solve_ms_median", s.solve_ms.median},
          {"solve_ms_p99", s.solve_ms.p99},
          {"pivots_median", s.pivots_median},
          {"residual_max", s.residual_max},
          {"not_converged", s.not_converged}};
}

}  // namespace

int bench(const BenchOptions& options) {
  const auto methods = solversNamed(options.solvers);
  Json rows = Json::array();
  for (const std::string& name : options.scenes) {
    const Scene scene = openScene(name, {});
    for (const SolverInfo* method : methods) {
      rows.push_back(benchScene(scene, *method, options.steps));
    }
  }
  print(rows, options.format);
  return 0;
}

}  // namespace keystone
