// The solve of a contact problem with box friction by damped Newton on a method's own equations.
#pragma once

#include "math/scratch_pool.h"
#include "solver/line_search/damped_newton.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {

inline constexpr Parameter kNewtonSteps =
    wholeNumber("work", "Newton steps at most", 100, 1, 1000,
                "of one factorization each; a step may be tried again with more damping");

// `Equations`: the RowEquations of the method, made of ConeRows.
template <const SolverInfo& solver, class Equations>
SolveReport solveBox(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                     SolverTrace* trace) {
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const ContactSystem contacts(problem, FrictionLaw::Box);
  const Scratch<VecX> lambda(problem.rows());
  *lambda = contacts.rows().scaled(solution.lambda);
  SolveReport report;
  Equations equations(contacts.rows());
  const DampedNewtonEnd end = solveDampedNewton(contacts.rows(), contacts.system(), equations,
                                                {.factorizations = static_cast<int>(parameter(solver, values, "work"))},
                                                *lambda, report.factorizations, recordSteps(contacts.rows(), trace));
  report.iterations = report.factorizations;
  if (end != DampedNewtonEnd::Solved)
    report.end(SolveStatus::IterationLimit,
               end == DampedNewtonEnd::Limit ? kWorkDone : "no step lowers the merit function");
  solution.sets.clear();
  contacts.finish(*lambda, solution);
  return report;
}

}  // namespace keystone
