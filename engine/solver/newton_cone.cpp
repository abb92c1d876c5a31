// Newton on the friction cone: every row's set changes at once, in sparse systems of the size of the bodies.
//
// Sources: Alart and Curnier 1991 (the equations); Rockafellar 1976 (the proximal rounds, newton/proximal_newton.h);
// Bender et al. 2014, section 4.4. Departures: none of the iterate's rows is ever regularised in the end; W may be
// singular. From the start given, then from the best point with a stiffer and a softer argument of the law.
// Cost per step: one sparse factorization of the bodies' graph. Fails, and says so, where the sets of many sliding
// contacts do not settle: Newton's steps promise nothing from afar, since Coulomb's law is not monotone.

#include "math/scratch_pool.h"
#include "solver/newton/proximal_newton.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kNewtonCone;

namespace {

SolveReport solveNewtonCone(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                            SolverTrace* trace) {
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);

  const ContactSystem contacts(problem, frictionLaw(kNewtonCone, values));
  const Scratch<VecX> workspace(problem.rows());
  VecX& lambda = *workspace;
  lambda = contacts.rows().scaled(solution.lambda);
  SolveReport report;
  const int work = static_cast<int>(parameter(kNewtonCone, values, "work"));
  NewtonOptions options;
  options.weight = options.least;  // the quickest way where the sets are nearly known; else rounds make it larger
  if (work > 0) options.factorizations = work;
  const NewtonResult result = solveProximalNewton(contacts.rows(), contacts.system(), options, lambda,
                                                  report.factorizations, recordSteps(contacts.rows(), trace));
  report.iterations += result.steps;
  contacts.finish(lambda, solution);
  if (!result.solved)
    report.end(SolveStatus::IterationLimit,
               work > 0 && report.factorizations >= work ? kWorkDone : "the sets did not settle");
  return report;
}

}  // namespace

constinit const SolverInfo kNewtonCone{
    {"newton_cone", "Newton on the cone", "direct", "Alart and Curnier 1991"},
    {.exact = true, .keeps_start = true},
    {.discs = true},
    {kFrictionParameter, wholeNumber("work", "Work at most", 0, 0, 10000,
                                     "factorizations of one solve, which then ends with the best point it met and "
                                     "shows its residual; 0: as many as it takes to be exact",
                                     "unbounded")},
    solveNewtonCone};

}  // namespace keystone
