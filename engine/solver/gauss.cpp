// Gauss' principle of least restraint: of all motions that the contacts and joints allow, the one nearest to the free
// motion in the metric of the masses. A convex quadratic program, solved exactly by gauss/active_set.h.
//
//   minimise  1/2 (v - v_free)^T M (v - v_free)   subject to   J_n v + bias >= 0,   J_joints v + bias = 0
//
// Source: rotezwick, sections 3 and 8.2 (rigid bodies by translation and rotation instead of point masses). In the
// plane and in space alike: the mass matrix is all that differs.
// Departures: the paper has neither friction nor restitution.
//   - Friction by lagged normal impulses: each tangent row holds as far as an impulse of +-mu lambda_n lets it, with
//     the lambda_n of the round before, in space in a frame turned to the round's sliding direction; rounds follow
//     until friction settles. Each round is a quadratic program (solver/gauss/friction.h). What it settles on is
//     Coulomb's cone, or box friction where that is asked for.
//   - Rounds that do not settle, as where bodies are wedged, end in proximal Newton rounds on all rows at once
//     (newton/proximal_newton.h), from the impulses reached; the report's message says so.
//   - Restitution, motors, limits: as the problem's biases and bounds have them.
// Cost: a round warm-started from the one before is a factorization or two of a matrix of the bodies' size.
// Fails: joints that contradict each other have no motion (Breakdown); friction that does not settle (IterationLimit).
#include "program/active_set.h"

#include "solver/gauss/friction.h"
#include "solver/gauss/program.h"
#include "solver/newton/proximal_newton.h"
#include "solver/solver.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kGauss;

namespace {

void addEffort(const QpReport& round, SolveReport& report) {
  report.pivots += round.pivots;
  report.iterations += round.rounds;
  report.factorizations += round.factorizations;
  if (round.status == QpStatus::Solved) {
    report.end(SolveStatus::Converged);
    return;
  }
  report.end(round.status == QpStatus::RoundLimit ? SolveStatus::IterationLimit : SolveStatus::Breakdown,
             toString(round.status));
}

// One solve in rounds.
class Rounds {
 public:
  Rounds(const ContactProblem& problem, const ParameterValues& values, SolverTrace* trace)
      : problem_(problem),
        values_(values),
        trace_(trace),
        law_(frictionLaw(kGauss, values)),
        program_(toProgram(problem)),
        settled_(parameter(kGauss, values, "settled")),
        coupled_(parameter(kGauss, values, "coupled") > 0.0),
        friction_(problem, law_, settled_, program_) {}

  SolveReport run(Solution& solution) {
    QpSolution state;
    state.lambda = solution.lambda;
    if (static_cast<int>(solution.sets.size()) == problem_.rows()) state.sides = toSides(solution.sets);
    const bool settled = runRounds(solution, state);
    solution.lambda = friction_.impulses(state);
    solution.sets = friction_.sets(state);
    if (report_.status == SolveStatus::Breakdown) return std::move(report_);
    if (!settled && coupled_) finishByNewton(solution);
    return std::move(report_);
  }

 private:
  bool isSettled(const QpSolution& state) const {
    return measure(problem_, friction_.impulses(state), law_).value <= settled_;
  }

  // Until the normal impulses and the sliding directions settle.
  bool runRounds(const Solution& start, QpSolution& state) {
    const QpParams params{.stiffness = parameter(kGauss, values_, "stiffness")};
    const auto rounds = static_cast<int>(parameter(kGauss, values_, "friction_rounds"));
    const QpWatch watch = [&](const QpEvent& event) {
      const TracePause off(trace_);
      trace_->add({.kind = TraceKind::Newton, .step = event.step}, event.lambda,
                  friction_.setsOnTheWay(event.sides, start.sets), report_.factorizations + event.factorizations);
    };
    const TraceMap map(trace_, [&](const VecX& lambda) { return friction_.impulses({{}, lambda, {}}); });
    VecX lag = start.lambda;
    friction_.bound(lag, state.sides.empty() ? IndexSets() : start.sets, state);
    Lag next;
    next.next(lag);
    ActiveSetSolver solver;
    for (int round = 0; round < rounds; ++round) {
      addEffort(solver.solve(program_, params, state, trace_ != nullptr ? watch : QpWatch{}), report_);
      if (report_.status != SolveStatus::Converged) return false;
      if (!friction_.any() || isSettled(state)) return true;
      lag = next.next(friction_.lagOf(state));
      friction_.bound(lag, {}, state);
    }
    report_.end(SolveStatus::IterationLimit, "friction has not settled within friction_rounds");
    return false;
  }

  // What the rounds did not settle, normal and friction impulses together; kept if it is the truer one.
  void finishByNewton(Solution& solution) {
    const ContactSystem contacts(problem_, law_);
    VecX lambda = contacts.rows().scaled(solution.lambda);
    const NewtonResult newton = solveProximalNewton(contacts.rows(), contacts.system(), {}, lambda,
                                                    report_.factorizations, recordSteps(contacts.rows(), trace_));
    report_.iterations += newton.steps;
    Solution finished = solution;
    contacts.finish(lambda, finished);
    for (std::size_t row = 0; row < finished.sets.size(); ++row)
      report_.pivots += finished.sets[row] != solution.sets[row] ? 1 : 0;
    if (!(measure(problem_, finished.lambda, law_).value < measure(problem_, solution.lambda, law_).value)) return;
    solution = std::move(finished);
    if (!newton.solved) return;
    report_.end(SolveStatus::Converged, "friction settled by coupled Newton rounds");
  }

  const ContactProblem& problem_;
  const ParameterValues& values_;
  SolverTrace* trace_;
  FrictionLaw law_;
  QuadraticProgram program_;
  double settled_;
  bool coupled_;
  LaggedFriction friction_;
  SolveReport report_;
};

SolveReport solveGauss(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                       SolverTrace* trace) {
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda, solution.sets);
  return Rounds(problem, values, trace).run(solution);
}

}  // namespace

constinit const SolverInfo kGauss{
    {"gauss", "Gauss (least restraint)", "quadratic program; friction by lagged normal impulses",
     "Rote and Zwick, Collapse"},
    {.exact = true, .pivots = true},
    {.w_only = false},
    {kFrictionParameter,
     wholeNumber("friction_rounds", "Friction rounds", 100, 1, 1000,
                 "Friction takes the normal impulses of the round before; the most rounds to wait for them to settle"),
     realNumber("settled", "Settled", 5e-10, 1e-14, 1e-3, "The residual that ends the friction rounds"),
     choiceOf("coupled", "Coupled rounds", "off|on",
              "Where friction rounds do not settle: proximal Newton rounds on normal and friction impulses together"),
     realNumber(
         "stiffness", "Stiffness", 1e7, 1e4, 1e10,
         "Of the rows' springs between two corrections: stiffer needs fewer corrections and feels rounding earlier")},
    solveGauss};

}  // namespace keystone
