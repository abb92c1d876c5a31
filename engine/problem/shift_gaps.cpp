#include "problem/shift_gaps.h"

#include <algorithm>
#include <cmath>

#include "math/spare.h"
#include "problem/delassus.h"

namespace keystone {

double shiftGaps(ContactProblem& problem, const VecX& lambda) {
  const Spare<VecX> pushed(problem.rows());
  response(problem, lambda, *pushed);
  double largest = 0.0;  // [m/s]
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const double u = problem.q[n] + responseAt(problem, *pushed, n);
    const double shift = lambda[n] > 0.0 ? -u : std::max(0.0, -u);
    problem.bias[n] += shift;
    problem.q[n] += shift;
    largest = std::max(largest, std::abs(shift));
  }
  return largest * problem.h;
}

}  // namespace keystone
