// Projected Gauss-Seidel: the box or cone friction problem of contact_problem.h, one row after another.
//
// Source: bender2014, section 4.3 (projected Gauss-Seidel, successive overrelaxation).
//   z_i <- P_i(z_i - omega u_i / W_ii),  u = W z + q kept up to date row by row;
//   P_i: normal >= 0; tangent within +-mu lambda_n of the newest lambda_n; joint rows within their own bounds.
// Departures:
//   - W is never formed when the problem has bodies: u_i = q_i + J_i dv with dv = M^-1 J^T lambda updated in place.
//   - bodies in space are relaxed four pairs at a time (pgs/pair_sweeper.cpp), from the last contacts to the first;
//     everything else row by row, from the first to the last (pgs/row_sweeper.cpp).
//   - friction "cone" moves both tangent rows together, by the inverse of the largest eigenvalue of their 2 x 2 block,
//     and scales the pair back onto the disc. Row-wise step lengths would turn the friction off the sliding direction.
// Cost: O(nonzeros of J) an iteration, O(bodies + rows) memory.
// Fails: slowly. The error shrinks linearly at a rate that tends to 1 for tall stacks and large mass ratios, and not
// at all in a bad ordering of some frictional problems. It never breaks down on finite input.
#include <array>

#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/chosen_sweeper.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kPgs;

namespace {

constexpr std::array kPgsParameters{sweepsParameter(50), kSweepTolerance,
                                    Parameter{"omega", "Relaxation", Parameter::Type::Real, 1, 0.1, 1.9, "",
                                              "1 is Gauss-Seidel, above it overrelaxation"},
                                    Parameter{"friction", "Friction", Parameter::Type::Choice, 0, 0, 1, "",
                                              "Coulomb's cone, or each tangent by itself", "cone|box"},
                                    kShockParameter};

SolveReport solvePgs(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                     SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kPgs, problem, parameters, solution, trace, report)) return report;
  const double omega = parameter(kPgs, parameters, "omega");
  const ChosenSweeper sweeper(problem, frictionLaw(kPgs, parameters), omega, solution.lambda);
  const SweepLimits limits{static_cast<int>(parameter(kPgs, parameters, "iterations")),
                           parameter(kPgs, parameters, "tolerance")};
  addReport(sweepUntilStill(*sweeper, limits, trace, solution.lambda), report);
  return report;
}

}  // namespace

constexpr SolverInfo kPgs{
    "pgs",
    "Projected Gauss-Seidel",
    "iterative",
    "Bender, Erleben, Trinkle, Coumans 2014, section 4.3",
    {.frictionless = true, .box_friction = true, .cone_friction = true, .joints = true, .w_only = true, .discs = true},
    false,
    kPgsParameters,
    solvePgs,
    false};

}  // namespace keystone
