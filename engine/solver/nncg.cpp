// Nonsmooth nonlinear conjugate gradient: a sweep of projected Gauss-Seidel is taken for the gradient of a merit
// function, and Fletcher and Reeves' directions are laid over the sweeps.
//
// Source: Silcowitz, Niebe, Erleben 2010 (The Visual Computer). With PGS(z) one sweep from z:
//   z1 = PGS(z0), g0 = z0 - z1, p0 = -g0;   for k = 1, 2, ...
//   z+ = PGS(z_k),  g_k = z_k - z+,  beta = |g_k|^2 / |g_k-1|^2
//   beta > 1: restart, z_k+1 = z+, p_k = 0;   else z_k+1 = z+ + beta p_k-1,  p_k = beta p_k-1 - g_k.
// Departures:
//   - |g|^2 is sum W_ii g_i^2 [J]: rows of joints in N m s beside N s have no common norm otherwise.
//   - what is returned is the last sweep's result, inside the law, not the point extrapolated from it.
// Cost: a sweep, and the bodies' velocities found anew from the impulses: O(nonzeros of J). The sweeps are those of
// pgs/sweeper.h.
// Fails: slowly, as pgs, but at the rate of conjugate gradients while the index sets do not change; each change of
// sets may cost a restart.

#include "math/product_count.h"
#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/chosen_sweeper.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kNncg;

namespace {

// The points and directions of the method, all [rows].
struct Directions {
  VecX diagonal;  // of W
  VecX point;     // z_k, where a sweep begins
  VecX g, p;      // [N s]
  double size;    // sum W_ii g_i^2, of the sweep before; below zero before the first

  void begin(const ContactProblem& problem, const VecX& lambda) {
    delassusDiagonal(problem, diagonal);
    point = lambda;
    p.setZero(lambda.size());
    size = -1.0;
  }
  // From the result of a sweep to where the next one begins; whether that is another point.
  bool next(const VecX& swept) {
    g = point - swept;
    const double before = size;
    size = diagonal.dot(g.cwiseAbs2());
    point = swept;
    if (before < 0.0) {  // p0 = -g0
      p = -g;
      return false;
    }
    const double beta = before > 0.0 ? size / before : 0.0;
    if (!(beta <= 1.0)) {
      p.setZero();
      return false;
    }
    p *= beta;
    point += p;
    p -= g;
    return true;
  }
};

SolveReport solveNncg(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                      SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kNncg, problem, parameters, solution, trace, report)) return report;
  const ChosenSweeper sweeper(problem, frictionLaw(kNncg, parameters), 1.0, solution.lambda);
  const Scratch<Directions> directions(problem.rows());
  directions->begin(problem, solution.lambda);
  const auto between = [&](const VecX& swept) {
    if (!directions->next(swept)) return;
    countProduct(0.5);  // J^T of the new impulses, without J
    sweeper->setImpulses(directions->point);
  };
  addReport(sweepUntilStill(*sweeper, sweepLimits(kNncg, parameters), trace, solution.lambda, between), report);
  return report;
}

}  // namespace

constinit const SolverInfo kNncg{
    {"nncg", "Nonlinear conjugate gradient (NNCG)", "iterative", "Silcowitz, Niebe, Erleben 2010"},
    {},
    {.discs = true},
    {sweepsParameter(50), kSweepTolerance, kFrictionParameter, kShockParameter},
    solveNncg};

}  // namespace keystone
