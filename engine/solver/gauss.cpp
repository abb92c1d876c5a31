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
//   - Rounds that do not settle, as where bodies are wedged, give way to proximal Newton rounds on all rows at once
//     (newton/proximal_newton.h), first from the start, later from the impulses reached; the report's message says so.
//   - Restitution, motors, limits: as the problem's biases and bounds have them.
// Cost: a round warm-started from the one before is a factorization or two of a matrix of the bodies' size.
// Fails: joints that contradict each other have no motion (Breakdown); friction that does not settle (IterationLimit).
#include <limits>
#include <utility>

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

constexpr int kLaggedRounds = 4;  // before coupled ones: rounds that settle do in three or four
constexpr double kFalls = 0.5;    // of the residual of the round before: rounds that fall less do not settle

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
    Solution coupled;
    if (runRounds(solution, state, coupled)) {
      std::swap(solution, coupled);
      return std::move(report_);
    }
    solution.lambda = friction_.impulses(state);
    solution.sets = friction_.sets(state);
    return std::move(report_);
  }

 private:
  // Until the normal impulses and the sliding directions settle. True if it is coupled rounds that settle them.
  bool runRounds(const Solution& start, QpSolution& state, Solution& coupled) {
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
    double before = std::numeric_limits<double>::infinity();
    int next_coupled = kLaggedRounds;
    for (int round = 1; round <= rounds; ++round) {
      addEffort(solver.solve(program_, params, state, trace_ != nullptr ? watch : QpWatch{}), report_);
      if (report_.status != SolveStatus::Converged) return false;
      if (!friction_.any()) return false;
      const VecX found = friction_.impulses(state);
      const double left = measure(problem_, found, law_).value;
      if (left <= settled_) return false;
      if (coupled_ && (round == rounds || (round >= next_coupled && left > kFalls * before))) {
        if (settleTogether(next_coupled == kLaggedRounds ? start.lambda : found, coupled)) return true;
        next_coupled = round + kLaggedRounds;
      }
      before = left;
      lag = next.next(friction_.lagOf(state));
      friction_.bound(lag, {}, state);
    }
    report_.end(SolveStatus::IterationLimit, "friction has not settled within friction_rounds");
    return false;
  }

  // Normal and friction impulses together, from `start`, as long as that leads on.
  bool settleTogether(const VecX& start, Solution& found) {
    const ContactSystem contacts(problem_, law_);
    NewtonOptions options;
    options.weight = options.least;  // the quickest way where the sets are nearly known; else rounds make it larger
    VecX lambda = contacts.rows().scaled(start);
    double before = 0.0, left = measure(problem_, start, law_).value;
    do {
      before = left;
      report_.iterations += solveProximalNewton(contacts.rows(), contacts.system(), options, lambda,
                                                report_.factorizations, recordSteps(contacts.rows(), trace_))
                                .steps;
      contacts.finish(lambda, found);
      left = measure(problem_, found.lambda, law_).value;
    } while (left > settled_ && left < kFalls * before);
    if (!(left <= settled_)) return false;
    report_.end(SolveStatus::Converged, "friction settled by coupled Newton rounds");
    return true;
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
    {.exact = true, .pivots = true, .keeps_start = true},
    {.w_only = false},
    {kFrictionParameter,
     wholeNumber("friction_rounds", "Friction rounds", 100, 1, 1000,
                 "Friction takes the normal impulses of the round before; the most rounds to wait for them to settle"),
     realNumber("settled", "Settled", 5e-10, 1e-14, 1e-3, "The residual that ends the friction rounds"),
     choiceOf("coupled", "Coupled rounds", "off|on",
              "Where friction rounds do not settle: proximal Newton rounds on normal and friction impulses together",
              1),
     realNumber(
         "stiffness", "Stiffness", 1e7, 1e4, 1e10,
         "Of the rows' springs between two corrections: stiffer needs fewer corrections and feels rounding earlier")},
    solveGauss};

}  // namespace keystone
