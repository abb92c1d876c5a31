#include "problem/shift_gaps.h"

#include <algorithm>
#include <cmath>

#include "math/spare.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

// visit(normal row, what its bias lacks [m/s]).
template <class Visit>
void forShifts(const ContactProblem& problem, const VecX& lambda, Visit visit) {
  const Spare<VecX> pushed(problem.rows());
  response(problem, lambda, *pushed);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const double u = problem.q[n] + responseAt(problem, *pushed, n);
    visit(n, lambda[n] > 0.0 ? -u : std::max(0.0, -u));
  }
}

}  // namespace

double gapShift(const ContactProblem& problem, const VecX& lambda) {
  double largest = 0.0;
  forShifts(problem, lambda, [&](int, double shift) { largest = std::max(largest, std::abs(shift)); });
  return largest * problem.h;
}

void shiftGaps(ContactProblem& problem, const VecX& lambda) {
  forShifts(problem, lambda, [&](int row, double shift) {
    problem.bias[row] += shift;
    problem.q[row] += shift;
  });
}

}  // namespace keystone
