// The exact solver: the contact problem of contact_problem.h with Coulomb's law, by the methods of this folder in turn.
//
// One table (exact/stages.cpp) has a row for each stage; they are tried in order until the residual of what one found
// is within the tolerance. Every stage is a method of its own with its own header: what is nearly known is solved by a
// proximal Newton method (newton/), what may stand by the convex relaxation (interior/), from whose solution Newton
// goes on. Unsymmetric problems, and small ones on which all that fails, are left to pivots (parametric/); unsymmetric
// ones with discs, which no pivot knows, to Newton alone. Which stage solved is in the report. Exact: W may be
// singular, nothing is added to it. The work has a bound; a solve that meets it ends with the best point met and says
// so.
#include <utility>

#include "math/scratch_pool.h"
#include "solver/exact/stages.h"
#include "solver/parametric/pivots.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kExact;

namespace {

constexpr int kPivotRows = 200;  // pivots keep a dense factor and are many: of more rows they take too long

// Unsymmetric problems with discs, which no pivot knows: Newton's method needs no symmetry, and ends where it can.
SolveReport solveByNewton(const ContactProblem& problem, FrictionLaw law, const ExactOptions& options,
                          Solution& solution, SolverTrace* trace) {
  const ContactSystem contacts(problem, law);
  const Scratch<VecX> workspace(problem.rows());
  VecX& lambda = *workspace;
  lambda = contacts.rows().scaled(solution.lambda);
  NewtonOptions newton = options.newton;
  newton.factorizations = options.work > 0 ? options.work : options.at_a_time;
  SolveReport report{.stage = "newton"};
  const NewtonResult result = solveProximalNewton(contacts.rows(), contacts.system(), newton, lambda,
                                                  report.factorizations, recordSteps(contacts.rows(), trace));
  report.iterations = result.steps;
  if (!result.solved) report.end(SolveStatus::IterationLimit, "Newton's method did not end");
  contacts.finish(lambda, solution);
  return report;
}

SolveReport solveExact(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                       SolverTrace* trace) {
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const FrictionLaw law = frictionLaw(kExact, values);
  ExactOptions options;
  options.work = static_cast<int>(parameter(kExact, values, "work"));
  options.tolerance = parameter(kExact, values, "tolerance");
  SolveReport report{.status = SolveStatus::IterationLimit};
  if (problem.symmetric) report = solveInStages(problem, law, options, solution, trace);
  if (!problem.symmetric && !problem.discs.empty()) return solveByNewton(problem, law, options, solution, trace);
  const bool pivots = report.status == SolveStatus::IterationLimit && problem.rows() <= kPivotRows &&
                      options.work <= 0 && problem.discs.empty();
  if (pivots) {
    if (trace != nullptr) trace->add({.kind = TraceKind::Stage, .stage = "parametric"}, solution.lambda);
    const TraceWork done(trace, report.factorizations);
    Solution pivoted = problem.symmetric ? Solution{VecX::Zero(problem.rows()), {}} : solution;
    SolveReport last = solveByPivots(problem, law, {}, pivoted, trace);
    if (last.status == SolveStatus::Converged || !problem.symmetric) {
      std::swap(solution, pivoted);
      last.factorizations += report.factorizations;
      report = std::move(last);
      if (report.status == SolveStatus::Converged) report.stage = "parametric";
      report.stage_rank = static_cast<int>(exactStages().size()) + 1;
    }
  }
  return report;
}

}  // namespace

constinit const SolverInfo kExact{
    {"exact", "Exact", "direct", "Keystone, exact/stages.h"},
    {.exact = true, .pivots = true, .keeps_start = true},
    {.discs = true, .unsymmetric = true},
    {kFrictionParameter,
     wholeNumber("work", "Work at most", 0, -1, 100000,
                 "factorizations of one solve, which then returns the best point found, with its residual; one frame "
                 "(0): as many as take about 20 ms; unbounded (-1): until it is solved",
                 "unbounded|one frame"),
     realNumber("tolerance", "Tolerance", kExactResidual, 1e-12, 1.0,
                "residual at which the problem counts as solved")},
    solveExact};

}  // namespace keystone
