// keystone-cli bench: the time of a step with the residual it bought, and of a cold solve beside a dense LU's.
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/cold_solve.h"
#include "cli/lu_peer.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "record/run_summary.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct BenchOptions {
  std::vector<std::string> scenes = {"stack_15", "wall_10x10", "tower3d_10", "pyramid2d_10"};
  std::vector<std::string> solvers;  // empty = all
  long steps = 300;
  Format format = Format::Table;
};

// The contacts of the scene's first step without friction, and what an LU solve of their matrix takes.
struct Yardstick {
  ContactProblem problem;
  double lu_ms;
};

Yardstick yardstick(Scene scene) {
  step(scene.simulation);
  Yardstick result{withoutFriction(scene.simulation.problem), 0.0};
  result.lu_ms = denseLuTime(result.problem);
  return result;
}

Json benchScene(Scene scene, const Yardstick& peer, const SolverInfo& solver, long steps, Progress& progress) {
  Simulation& simulation = scene.simulation;
  if (&solver != simulation.solver) {
    simulation.solver = &solver;
    simulation.parameters.clear();
  }
  simulation.params.skip_repeated = false;
  RunTally tally(simulation.world);
  for (long i = 0; i < steps; ++i) {
    step(simulation);
    tally.add(simulation);
    progress.pieceDone();
  }
  const RunSummary s = tally.summary();
  const ColdSolve cold = solveCold(peer.problem, solver, simulation.parameters);
  return {{"scene", scene.id},
          {"solver", solver.id},
          {"bodies", s.bodies},
          {"contacts_max", s.contacts_max},
          {"step_ms_min", s.step_ms.min},
          {"step_ms_median", s.step_ms.median},
          {"step_ms_p99", s.step_ms.p99},
          {"solve_ms_median", s.solve_ms.median},
          {"solve_ms_p99", s.solve_ms.p99},
          {"pivots_median", s.pivots.median},
          {"residual_max", s.residual_max},
          {"not_converged", s.not_converged},
          {"lcp_rows", peer.problem.rows()},
          {"lcp_ms", cold.time_ms},
          {"lcp_residual", cold.residual.value},
          {"lcp_to_lu", cold.time_ms / peer.lu_ms}};
}

Json benchAll(const BenchOptions& options) {
  const auto methods = sceneSolversNamed(options.solvers);
  Json rows = Json::array();
  Progress progress(static_cast<long>(options.scenes.size() * methods.size()) * options.steps, "step");
  for (const std::string& name : options.scenes) {
    const Scene scene = openScene(name, {});
    progress.workOn(scene.id + ", dense LU");
    const Yardstick peer = yardstick(scene);
    for (const SolverInfo* method : methods) {
      progress.workOn(scene.id + " by " + std::string(method->id));
      rows.push_back(benchScene(scene, peer, *method, options.steps, progress));
    }
  }
  return rows;
}

int bench(const BenchOptions& options) {
  print(benchAll(options), options.format);
  return 0;
}

}  // namespace

void addBench(Commands& commands) {
  auto [command, options] =
      commands.add("bench", "Time scenes, with residuals, and a cold frictionless solve beside a dense LU", bench);
  command.add_option("scenes", options.scenes, "scenes (a small choice)");
  addSet(command, options.scenes);
  command.add_option("--solvers", options.solvers, "ids, separated by commas (all)")->delimiter(',');
  command.add_option("--steps", options.steps, "number of steps (300)")->transform(wholeFrom(1, 100'000'000));
  addFormat(command, options.format);
}

}  // namespace keystone
