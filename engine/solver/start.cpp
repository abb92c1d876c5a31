#include "solver/start.h"

#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr double kResting = 5e-11;  // residual: rounding of a pile at rest
constexpr double kMoving = 1e-11;   // of what moves, where each step adds what it leaves
// Of the largest free velocity. What was at rest has to stay so to a billionth of gravity (step/rest.h), also where
// loads are a thousand times what a body's weight adds, and the residual is a share of them.
constexpr double kStays = 3e-10;

}  // namespace

bool isAtRest(const ContactProblem& problem) {
  constexpr double kStill = 1e-3;
  if (!problem.hasBodies() || problem.v_before.size() == 0) return false;
  if (problem.v_before.isZero(0.0)) return true;
  const Scratch<VecX> u(problem.rows());
  u->noalias() = problem.J * problem.v_before;
  return u->lpNorm<Eigen::Infinity>() <= kStill * problem.q.lpNorm<Eigen::Infinity>();
}

bool isSolvedByStart(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                     const Solution& start, Residual& residual, DeltaV& delta_v) {
  const bool is_known = problem.rows() > 0 && static_cast<int>(start.sets.size()) == problem.rows();
  if (!solver.keeps_start || !is_known || !problem.symmetric) return false;
  const FrictionLaw law = frictionLaw(solver, parameters);
  if (!takes(solver.accepts, problem, law)) return false;
  deltaV(problem, start.lambda, delta_v);
  residual = measure(problem, start.lambda, delta_v, law);
  if (!(residual.value <= kResting)) return false;
  if (!isAtRest(problem)) return residual.value <= kMoving;
  return residual.velocity <= kStays * problem.q.lpNorm<Eigen::Infinity>();
}

}  // namespace keystone
