// Newton on the friction cone: every row's set changes at once, in sparse systems of the size of the bodies.
//
// Sources: Alart and Curnier 1991 (the equations); Rockafellar 1976 (the proximal rounds); Bender et al. 2014, section
// 4.4; Chen and Harker 1993, Kanzow 1996 (the path of smoothed problems, where the rounds get lost). Exact: W may be
// singular, nothing is added to it in the end. Cost per step: one sparse factorization of the bodies' graph. Fails, and
// says so, when the sets of many sliding contacts do not settle.
#include "solver/newton.h"

#include <array>

#include "math/spare.h"
#include "problem/delassus.h"
#include "solver/newton/body_system.h"
#include "solver/newton/root_system.h"
#include "solver/newton/row_system.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kNewtonCone;

namespace {

constexpr std::array kKnobs{
    kFrictionKnob,
    kWorkKnob,
    Knob{"factorizations", "Factorizations at most", Knob::Type::Integer, 250, 1, 10000, "",
         "of each attempt; a solve that needs more is given up, so that the window keeps moving"},
};

void layOut(const ContactProblem& problem, FrictionLaw law, ConeRows& rows, std::unique_ptr<ConeSystem>& system) {
  const Spare<VecX> diagonal(problem.rows());
  delassusDiagonal(problem, *diagonal);
  coneRows(problem, *diagonal, law, rows);
  if (problem.hasBodies()) return bodySystem(problem, rows, system);
  system = rootSystem(problem.W, rows);
  if (system == nullptr) system = rowSystem(problem.W, rows);
}

SolveReport solve(const ContactProblem& problem, const KnobValues& values, Solution& solution, SolverTrace* trace) {
  solution.sets_inferred = false;
  solution.ray.resize(0);
  if (problem.rows() == 0) {
    solution.sets.clear();
    return {};
  }
  if (!problem.symmetric) return {.status = SolveStatus::Unsupported, .message = "W is not symmetric"};
  if (solution.lambda.size() != problem.rows()) solution.lambda.setZero(problem.rows());
  const NewtonLimits limits{.factorizations = static_cast<int>(knob(kNewtonCone, values, "factorizations")),
                            .work = static_cast<int>(knob(kNewtonCone, values, "work"))};
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const NewtonResult result = solveByNewton(problem, frictionLaw(kNewtonCone, values), limits, solution, trace);
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets);
  SolveReport report;
  report.iterations = result.rounds;
  report.factorizations = result.factorizations;
  if (result.solved) return report;
  report.status = SolveStatus::IterationLimit;
  report.message = limits.work > 0 && report.factorizations >= limits.work ? kWorkDone : "the sets did not settle";
  return report;
}

}  // namespace

NewtonResult solveByNewton(const ContactProblem& problem, FrictionLaw law, const NewtonLimits& limits,
                           Solution& solution, SolverTrace* trace) {
  const Spare<ConeRows> rows_room(problem.rows());
  const Spare<std::unique_ptr<ConeSystem>> system_room(problem.dim);
  layOut(problem, law, *rows_room, *system_room);
  const ConeRows& rows = *rows_room;
  ConeSystem& system = **system_room;
  const auto unscaled = [&](const VecX& x) -> VecX { return rows.size * rows.scale.cwiseProduct(x); };
  const auto watch = [&](const NewtonStep& step) {
    trace->add({.kind = TraceKind::Newton, .step = step.share, .factorizations = step.factorizations},
               unscaled(step.lambda));
  };
  const Spare<VecX> room(problem.rows());
  VecX& lambda = *room;
  lambda.setZero(problem.rows());
  for (int i = 0; i < problem.rows(); ++i)
    if (rows.scale[i] > 0.0) lambda[i] = solution.lambda[i] / (rows.scale[i] * rows.size);
  NewtonResult result =
      solveProximalNewton(rows, system, limits, lambda, trace != nullptr ? NewtonWatch(watch) : NewtonWatch());
  if (result.rounds == 0 && !solution.sets.empty()) return result;  // the start is the solution
  // Exactly inside its bounds, which rounding may have missed.
  const Spare<VecX> u(problem.rows());
  system.product(lambda, *u);
  lambda = lambda - *u - rows.q;
  rows.project(lambda, lambda);
  solution.lambda = rows.size * rows.scale.cwiseProduct(lambda);
  // Rounds that came to no end may still have come close enough.
  if (!result.solved) result.solved = measure(problem, solution.lambda, law).value <= kExactEnough;
  system.product(lambda, *u);
  *u += rows.q;
  rows.readSets(lambda, *u, solution.sets);
  return result;
}

const SolverInfo kNewtonCone{"newton_cone",
                             "Newton on the cone",
                             "direct",
                             "Alart and Curnier 1991",
                             {true, true, true, true, true},
                             true,
                             kKnobs,
                             solve,
                             false};

}  // namespace keystone
