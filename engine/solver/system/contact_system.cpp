#include "solver/system/contact_system.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "problem/delassus.h"
#include "solver/system/delassus_system.h"
#include "solver/system/root_system.h"
#include "solver/system/velocity_space_system.h"
#include "solver/trace.h"

namespace keystone {
namespace {

// Problems of one kind share a system's memory: small islands leave alone what a large one keeps.
int kindOf(const ContactProblem& problem) {
  return 64 * problem.dim + std::bit_width(static_cast<unsigned>(problem.rows()));
}

}  // namespace

ContactSystem::ContactSystem(const ContactProblem& problem, FrictionLaw law)
    : rows_(problem.rows()), system_(kindOf(problem)) {
  const Scratch<VecX> diagonal(problem.rows());
  delassusDiagonal(problem, *diagonal);
  if (!problem.symmetric)  // whose diagonal may be zero or negative
    for (int row = 0; row < problem.rows(); ++row)
      for (SparseRows::InnerIterator it(problem.W, row); it; ++it)
        (*diagonal)[row] = std::max((*diagonal)[row], std::abs(it.value()));
  coneRows(problem, *diagonal, law, *rows_);
  if (problem.hasBodies()) {
    bodySystem(problem, *rows_, *system_);
    return;
  }
  const bool has_root = problem.symmetric && problem.discs.empty();
  *system_ = has_root ? rootSystem(problem.W, *rows_) : nullptr;
  if (*system_ == nullptr) *system_ = rowSystem(problem.W, *rows_, problem.symmetric);
}

double ContactSystem::defect(const VecX& lambda) const {
  const Scratch<VecX> workspace(rows().rows());
  VecX& lawful = *workspace;
  system().product(lambda, lawful);
  lawful = lambda - lawful - rows().q;
  rows().project(lawful, lawful);
  // Nothing is known better than the last digit of the largest impulse, which may be vast where there is no solution.
  const double rounding = std::numeric_limits<double>::epsilon() * lambda.lpNorm<Eigen::Infinity>();
  return std::max((lambda - lawful).lpNorm<Eigen::Infinity>(), rounding) / rows().scaleOf(lambda);
}

void ContactSystem::finish(VecX& lambda, Solution& solution) const {
  const Scratch<VecX> u(rows().rows());
  system().product(lambda, *u);
  lambda = lambda - *u - rows().q;
  rows().project(lambda, lambda);
  solution.lambda = rows().unscaled(lambda);
  system().product(lambda, *u);
  *u += rows().q;
  rows().readSets(lambda, *u, solution.sets);
}

NewtonWatch recordSteps(const ConeRows& rows, SolverTrace* trace, int iterations) {
  if (trace == nullptr) return {};
  return [&rows, trace, iterations](const NewtonStep& step) {
    const TracePause off(trace);
    trace->add({.kind = TraceKind::Newton,
                .step = step.share,
                .factorizations = step.factorizations,
                .iterations = iterations},
               rows.unscaled(step.lambda));
  };
}

void recordSweep(const ConeRows& rows, SolverTrace* trace, const VecX& lambda, int factorizations) {
  if (trace == nullptr) return;
  const TracePause off(trace);
  trace->add({.kind = TraceKind::Sweep, .factorizations = factorizations}, rows.unscaled(lambda));
}

}  // namespace keystone
