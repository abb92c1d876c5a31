#include "problem/shift_contacts.h"

#include <algorithm>
#include <cmath>

#include "math/spare.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

constexpr double kAtBound = 1.0 - 1e-11;  // of mu lambda_n: friction that large, by rounding, is at its bound

// Of `size` rows, on a disc of that radius.
void makeSlipLawful(int size, double radius, const double* lambda, double* u) {
  double pull = 0.0, along = 0.0;
  for (int k = 0; k < size; ++k) {
    pull += lambda[k] * lambda[k];
    along += lambda[k] * u[k];
  }
  const bool slides = along < 0.0 && std::sqrt(pull) >= kAtBound * radius;
  for (int k = 0; k < size; ++k) u[k] = slides ? along / pull * lambda[k] : 0.0;
}

}  // namespace

void makeLawful(int dim, FrictionLaw law, double mu, const double* lambda, double* u) {
  const bool is_loaded = lambda[0] > 0.0;
  u[0] = is_loaded ? 0.0 : std::max(u[0], 0.0);
  if (!is_loaded || mu == 0.0) return;
  const int size = law == FrictionLaw::Cone ? dim - 1 : 1;
  for (int row = 1; row < dim; row += size) makeSlipLawful(size, mu * lambda[0], lambda + row, u + row);
}

double findShift(const ContactProblem& problem, const VecX& lambda, const VecX& response, FrictionLaw law,
                 VecX& shift) {
  shift.setZero(problem.rows());
  const int dim = problem.dim;
  double largest = 0.0;  // [m/s]
  Vec3 before = Vec3::Zero(), after = Vec3::Zero();
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    for (int k = 0; k < dim; ++k) before[k] = problem.q[n + k] + responseAt(problem, response, n + k);
    after = before;
    makeLawful(dim, law, problem.mu[c], lambda.data() + n, after.data());
    const Vec3 change = after - before;
    for (int k = 0; k < dim; ++k) shift[n + k] = change[k];
    largest = std::max({largest, std::abs(change[0]), change.tail<2>().norm()});
  }
  return largest * problem.h;
}

double shiftContacts(ContactProblem& problem, const VecX& lambda, const VecX& response, FrictionLaw law) {
  const Spare<VecX> shift(problem.rows());
  const double farthest = findShift(problem, lambda, response, law, *shift);
  problem.bias += *shift;
  problem.q += *shift;
  return farthest;
}

}  // namespace keystone
