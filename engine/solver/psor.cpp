// Projected successive over-relaxation: the box or cone friction problem of contact_problem.h, each row moved further
// than its own equation asks.
//
// Sources: Cryer 1971 (the projected method and its convergence for 0 < omega < 2 where W is positive definite);
// Bender et al. 2014, section 4.3 (splitting M = D + omega L).
//   z_i <- P_i(z_i - omega u_i / W_ii),  u = W z + q kept up to date row by row; P_i as in pgs.cpp.
// Departures: those of pgs.cpp, whose sweepers it shares (pgs/sweeper.h): omega = 1 is that method, bit for bit. The
// tangent bound mu lambda_n moves with the sweep, so that Cryer's proof does not cover friction.
// Cost: that of pgs. Fails: as pgs does, later; above the best omega impulses oscillate, and with friction may never
// settle.
#include <array>

#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/chosen_sweeper.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kPsor;

namespace {

constexpr std::array kPsorParameters{sweepsParameter(50), kSweepTolerance,
                                     Parameter{"omega", "Relaxation", Parameter::Type::Real, 1.4, 0.05, 1.95, "",
                                               "below 2; 1 is Gauss-Seidel, above it over-relaxation"},
                                     kFrictionParameter, kShockParameter};

SolveReport solvePsor(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                      SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kPsor, problem, parameters, solution, trace, report)) return report;
  const double omega = parameter(kPsor, parameters, "omega");
  const ChosenSweeper sweeper(problem, frictionLaw(kPsor, parameters), omega, solution.lambda);
  const SweepLimits limits{static_cast<int>(parameter(kPsor, parameters, "iterations")),
                           parameter(kPsor, parameters, "tolerance")};
  addReport(sweepUntilStill(*sweeper, limits, trace, solution.lambda), report);
  return report;
}

}  // namespace

constexpr SolverInfo kPsor{
    "psor",
    "Projected over-relaxation (PSOR)",
    "iterative",
    "Cryer 1971; Bender et al. 2014, section 4.3",
    {.frictionless = true, .box_friction = true, .cone_friction = true, .joints = true, .w_only = true, .discs = true},
    false,
    kPsorParameters,
    solvePsor,
    false};

}  // namespace keystone
