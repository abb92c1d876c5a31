#include "solver/pgs/begin_sweeps.h"

#include "math/product_count.h"
#include "solver/shock_propagation.h"

namespace keystone {

bool beginSweeps(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                 Solution& solution, SolverTrace* trace, SolveReport& report) {
  const int shock = static_cast<int>(parameter(solver, parameters, "shock"));
  report = shock > 0 && !problem.hasBodies() ? refused("shock propagation needs bodies") : SolveReport();
  if (report.status == SolveStatus::Unsupported) return false;
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  if (shock == 0) return true;
  countProduct(2.0 * shock);
  propagateShock(problem, frictionLaw(solver, parameters), shock, solution.lambda);
  if (trace != nullptr) trace->add({.kind = TraceKind::Sweep, .iterations = 2 * shock}, solution.lambda);
  report.iterations = 2 * shock;
  return true;
}

}  // namespace keystone
