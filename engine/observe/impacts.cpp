#include "observe/impacts.h"

#include "math/scratch_pool.h"
#include "problem/substitute_sliding.h"

namespace keystone {

int impactsOf(const Simulation& simulation) {
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  int count = simulation.report.impacts;
  if (count > 0 || problem.v_before.size() == 0 || lambda.size() != problem.rows()) return count;
  const Scratch<VecX> u(problem.rows());
  surfaceVelocities(problem, problem.v_before, *u);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if ((*u)[n] < -simulation.params.restitution_threshold && lambda[n] > 0.0) ++count;
  }
  return count;
}

}  // namespace keystone
