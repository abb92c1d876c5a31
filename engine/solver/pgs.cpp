// Projected Gauss-Seidel, over-relaxed (PSOR) by omega: the box or cone friction problem of contact_problem.h, one row
// after another. "pgs" begins with omega = 1, "psor" with 1.4; else they are one method.
//
// Sources: bender2014, section 4.3 (projected Gauss-Seidel, successive overrelaxation); Cryer 1971 (the projected
// method and its convergence for 0 < omega < 2 where W is positive definite).
//   z_i <- P_i(z_i - omega u_i / W_ii),  u = W z + q kept up to date row by row;
//   P_i: normal >= 0; tangent within +-mu lambda_n of the newest lambda_n; joint rows within their own bounds.
// The tangent bound moves with the sweep, so that Cryer's proof does not cover friction.
// Departures:
//   - W is never formed when the problem has bodies: u_i = q_i + J_i dv with dv = M^-1 J^T lambda updated in place.
//   - bodies are relaxed four pairs at a time (pgs/pair_sweeper.cpp), in space from the last contacts to the first;
//     problems without bodies or with discs row by row, from the first to the last (pgs/row_sweeper.cpp).
//   - friction "cone" moves both tangent rows together, by the inverse of the largest eigenvalue of their 2 x 2 block,
//     and scales the pair back onto the disc. Row-wise step lengths would turn the friction off the sliding direction.
// Cost: O(nonzeros of J) an iteration, O(bodies + rows) memory.
// Fails: slowly. The error shrinks linearly at a rate that tends to 1 for tall stacks and large mass ratios, and not
// at all in a bad ordering of some frictional problems. Above the best omega impulses oscillate, and with friction may
// never settle. It never breaks down on finite input.
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/chosen_sweeper.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kPgs, kPsor;

namespace {

template <const SolverInfo& solver>
SolveReport solveRowByRow(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                          SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(solver, problem, values, solution, trace, report)) return report;
  const ChosenSweeper sweeper(problem, frictionLaw(solver, values), parameter(solver, values, "omega"),
                              solution.lambda);
  addReport(sweepUntilStill(*sweeper, sweepLimits(solver, values), trace, solution.lambda), report);
  return report;
}

template <const SolverInfo& solver>
constexpr SolverInfo rowOf(std::string_view id, double omega) {
  return {{id, "Projected Gauss-Seidel (PSOR by omega)", "iterative",
           "Bender, Erleben, Trinkle, Coumans 2014, section 4.3; Cryer 1971"},
          {},
          {.discs = true},
          {sweepsParameter(50), kSweepTolerance,
           realNumber("omega", "Relaxation", omega, 0.05, 1.95, "below 2; 1 is Gauss-Seidel, above it over-relaxation"),
           kFrictionParameter, kShockParameter},
          solveRowByRow<solver>};
}

}  // namespace

constinit const SolverInfo kPgs = rowOf<kPgs>("pgs", 1.0), kPsor = rowOf<kPsor>("psor", 1.4);

}  // namespace keystone
