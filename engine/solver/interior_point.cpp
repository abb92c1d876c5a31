// The interior-point method alone: the convex relaxation of the contact problem, solved from nothing.
//
// Sources, equations, cost: interior/interior_point.h. Exact for problems without friction, and for those whose
// relaxation has a solution that does not slide, as of all that can stay at rest. Fails, and says so: where contacts
// slide, since its answer then lifts off instead of sliding; where no velocities satisfy the contacts.
#include "solver/interior/interior_point.h"

#include "math/scratch_pool.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kInteriorPoint;

namespace {

void tell(InteriorEnd end, SolveReport& report) {
  switch (end) {
    case InteriorEnd::Lawful:
      return;
    case InteriorEnd::Sliding:
      report.end(SolveStatus::IterationLimit, "the relaxation is solved, and contacts slide in its solution");
      return;
    case InteriorEnd::Infeasible:
      report.end(SolveStatus::Ray, kInfeasible);
      return;
    case InteriorEnd::Stalled:
      report.end(SolveStatus::IterationLimit, "no step leads on");
      return;
  }
}

SolveReport solveInteriorPoint(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                               SolverTrace* trace) {
  solution.lambda.setZero();
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);

  const ContactSystem contacts(problem, frictionLaw(kInteriorPoint, values));
  SolveReport report;
  const InteriorOptions options{.iterations = static_cast<int>(parameter(kInteriorPoint, values, "work"))};
  if (!canRelax(contacts.rows()))
    return {.status = SolveStatus::Unsupported, .message = "a contact has more than six rows"};
  InteriorPoint method(contacts.rows(), contacts.system(), options, report.factorizations,
                       recordSteps(contacts.rows(), trace));
  const InteriorEnd end = method.solve();
  report.iterations = method.steps();
  tell(end, report);
  if (end == InteriorEnd::Infeasible && !isWithoutSolution(contacts.rows(), contacts.system(), report.factorizations))
    report.message = "the relaxation has no solution";
  const Scratch<VecX> lambda(problem.rows());
  *lambda = method.lambda();
  if (end == InteriorEnd::Infeasible) solution.ray = contacts.rows().unscaled(*lambda);
  contacts.finish(*lambda, solution);
  return report;
}

}  // namespace

constinit const SolverInfo kInteriorPoint{
    {"interior_point", "Interior point", "direct", "Nesterov and Todd 1997; Mehrotra 1992"},
    {},
    {.discs = true},
    {kFrictionParameter, wholeNumber("work", "Iterations at most", 60, 1, 1000, "of one factorization each")},
    solveInteriorPoint};

}  // namespace keystone
