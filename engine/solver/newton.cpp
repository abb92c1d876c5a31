// Newton on the friction cone: every row's set changes at once, in sparse systems of the size of the bodies.
//
// Sources: Alart and Curnier 1991 (the equations); Rockafellar 1976 (the proximal rounds); Bender et al. 2014, section
// 4.4; where the rounds get lost, Mehrotra 1992 (predictor and corrector), Chen and Harker 1993, Kanzow 1996 (the path
// of smoothed problems). Exact: W may be singular, nothing is added to it in the end. Cost per step: one sparse
// factorization of the bodies' graph. Where the sets of many sliding contacts do not settle, a step's contacts may be
// off (newton/nearby_problem.h); else it fails, and says so.
#include "solver/newton.h"

#include <algorithm>
#include <array>
#include <bit>

#include "math/spare.h"
#include "problem/delassus.h"
#include "problem/shift_contacts.h"
#include "solver/newton/body_system.h"
#include "solver/newton/nearby_problem.h"
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
  addTo(result, report);
  if (result.solved) return report;
  report.status = SolveStatus::IterationLimit;
  report.message = limits.work > 0 && report.factorizations >= limits.work ? kWorkDone : "the sets did not settle";
  return report;
}

// Velocities that obey the law where contacts are off.
void dropShift(const ConeRows& rows, const VecX& lambda, VecX& u) {
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    makeLawful(rows.dim, rows.law, rows.mu[c], lambda.data() + n, u.data() + n);
  }
}

// Problems of one kind share a system's memory: small islands leave alone what a large one keeps.
int kindOf(const ContactProblem& problem) {
  return 64 * problem.dim + std::bit_width(static_cast<unsigned>(problem.rows()));
}

}  // namespace

NewtonResult solveByNewton(const ContactProblem& problem, FrictionLaw law, const NewtonLimits& limits,
                           Solution& solution, SolverTrace* trace) {
  const Spare<ConeRows> rows_room(problem.rows());
  const Spare<std::unique_ptr<ConeSystem>> system_room(kindOf(problem));
  layOut(problem, law, *rows_room, *system_room);
  const ConeRows& rows = *rows_room;
  ConeSystem& system = **system_room;
  const auto record = [&](const NewtonStep& step) {
    trace->add({.kind = TraceKind::Newton, .step = step.share, .factorizations = step.factorizations},
               rows.unscaled(step.lambda));
  };
  const NewtonWatch watch = trace != nullptr ? NewtonWatch(record) : NewtonWatch();
  const Spare<VecX> room(problem.rows());
  VecX& lambda = *room;
  lambda = rows.scaled(solution.lambda);
  NearbyProblem nearby(problem, rows, system, watch);
  const bool may_shift = problem.shift_tolerance > 0.0 && problem.h > 0.0;
  NewtonResult result = solveProximalNewton(rows, system, limits, lambda, watch, may_shift ? &nearby : nullptr);
  if (result.at_once && !solution.sets.empty()) return result;
  if (!result.solved && limits.only_at_rest) return result;
  result.shift = nearby.shift();
  const Spare<VecX> u(problem.rows());
  if (result.shift == 0.0) {
    // Exactly inside its bounds, which rounding may have missed.
    system.product(lambda, *u);
    lambda = lambda - *u - rows.q;
    rows.project(lambda, lambda);
  }
  solution.lambda = rows.unscaled(lambda);
  // Rounds that came to no end may still have come close enough.
  if (!result.solved) result.solved = measure(problem, solution.lambda, law).value <= kExactEnough;
  system.product(lambda, *u);
  *u += rows.q;
  if (result.shift > 0.0) dropShift(rows, lambda, *u);
  rows.readSets(lambda, *u, solution.sets);
  return result;
}

void addTo(const NewtonResult& result, SolveReport& report) {
  report.iterations += result.rounds;
  report.factorizations += result.factorizations - result.kept;
  if (!(result.shift > 0.0)) return;
  report.shift = std::max(report.shift, result.shift);
  report.message = "exact with contacts off by micrometres";
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
