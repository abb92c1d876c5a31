#include "solver/parametric/conditions.h"

#include <algorithm>
#include <cmath>

namespace keystone {

double complementarityViolation(const ScaledProblem& problem, RowSet set, int i, const VecX& lambda, const VecX& u) {
  if (problem.isInert(i)) return problem.isNormal(i) ? std::max(0.0, -problem.q[i]) : 0.0;
  switch (set) {
    case RowSet::Clamped:
      return std::max({0.0, -lambda[i], std::abs(u[i])});
    case RowSet::Unclamped:
      return std::max(0.0, -u[i]);
    case RowSet::Stick: {
      const double bound = problem.bound(i, lambda);
      return std::max({0.0, std::abs(lambda[i]) - bound, std::abs(u[i])});
    }
    case RowSet::SlideForward:
    case RowSet::SlideBackward: {
      const double sign = (set == RowSet::SlideForward ? 1.0 : -1.0);
      const double bound = problem.bound(i, lambda);
      return std::max({0.0, std::abs(lambda[i] - sign * bound), sign * u[i]});
    }
    case RowSet::Bilateral:
      return std::abs(u[i]);
    case RowSet::Ignored:
      break;
  }
  return 0.0;
}

double violation(const ScaledProblem& problem, const IndexSets& sets, const VecX& lambda, const VecX& u) {
  double worst = 0.0;
  for (int i = 0; i < problem.rows(); ++i)
    worst = std::max(worst, complementarityViolation(problem, sets[i], i, lambda, u));
  return worst;
}

}  // namespace keystone
