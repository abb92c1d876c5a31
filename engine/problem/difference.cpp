#include "problem/difference.h"

#include <cmath>

#include "problem/delassus.h"

namespace keystone {

SolutionDifference difference(const ContactProblem& problem, const VecX& lambda, const VecX& reference) {
  if (lambda.size() == 0) return {};
  return {(lambda - reference).lpNorm<Eigen::Infinity>(),
          (relativeVelocity(problem, lambda) - relativeVelocity(problem, reference)).lpNorm<Eigen::Infinity>()};
}

int mostAccurate(std::span<const double> residuals) {
  int best = -1;
  for (std::size_t i = 0; i < residuals.size(); ++i)
    if (!std::isnan(residuals[i]) && (best < 0 || residuals[i] < residuals[best])) best = static_cast<int>(i);
  return best;
}

}  // namespace keystone
