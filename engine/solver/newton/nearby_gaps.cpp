#include "solver/newton/nearby_gaps.h"

#include "solver/newton/smoothing_path.h"

namespace keystone {
namespace {

constexpr double kTolerance = 2e-10;  // of the largest scaled impulse; exact is 1e-9

}  // namespace

void holdNormals(const ConeRows& rows, ConeSystem& system, int most, VecX& lambda, int& factorizations,
                 const NewtonWatch& watch) {
  ConeRows held = rows;
  const VecX y = lambda - system.product(lambda) - rows.q;
  held.given.setZero(rows.contacts);
  for (int c = 0; c < rows.contacts; ++c)
    if (const int n = rows.dim * c; y[n] > 0.0 && lambda[n] > 0.0) held.given[c] = lambda[n];
  most += factorizations;
  SmoothingPath path(held, system, lambda, factorizations, watch);
  path.follow(most);
  held.project(path.hasBegun() ? path.lambda() : lambda, lambda);
  const NewtonResult friction = solveProximalNewton(
      held, system, {.tolerance = kTolerance, .factorizations = most - factorizations, .inside = false}, lambda, watch);
  factorizations += friction.factorizations;
  held.project(lambda - system.product(lambda) - rows.q, lambda);  // inside its bounds, which rounding may have missed
}

}  // namespace keystone
