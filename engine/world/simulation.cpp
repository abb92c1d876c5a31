#include "world/simulation.h"

namespace keystone {

ContactProblem solvedProblem(const Simulation& simulation) {
  return simulation.sliding.empty() ? simulation.problem : substituteSliding(simulation.problem, simulation.sliding);
}

double forceTime(const Simulation& simulation) {
  if (simulation.report.force_time > 0.0) return simulation.report.force_time;
  return simulation.problem.h > 0.0 ? simulation.problem.h : simulation.world.h;
}

SolveMethod solveMethodOf(const StepInput& input) {
  return {*input.solver, input.parameters, input.params.fallback_residual};
}

}  // namespace keystone
