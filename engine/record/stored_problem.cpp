#include "record/stored_problem.h"

namespace keystone {

StoredProblem storedProblem(const Simulation& simulation, const std::string& scene) {
  const ContactProblem& problem = simulation.problem;
  const VecX& start = simulation.start.lambda;
  return {.problem = problem,
          .start = start.size() == problem.rows() ? start : VecX(),
          .scene = scene,
          .step = static_cast<int>(simulation.report.step)};
}

}  // namespace keystone
