// The exact solver: the contact problem of contact_problem.h with Coulomb's law, by the methods of this folder in turn.
//
// One table (exact/stages.cpp) has a row for each stage; they are tried in order until the residual of what one found
// is within the tolerance. Every stage is a method of its own with its own header: what is nearly known is solved by a
// proximal Newton method (newton/), what may stand by the convex relaxation (interior/), from whose solution Newton
// goes on. Unsymmetric problems, and small ones on which all that fails, are left to pivots (pivoting/). Which stage
// solved is in the report. Exact: W may be singular, nothing is added to it. The work has a bound; a solve that meets
// it ends with the best point met and says so.
#include <algorithm>
#include <array>
#include <limits>

#include "math/spare.h"
#include "solver/exact/stages.h"
#include "solver/pivoting/pivots.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kExact;

namespace {

constexpr std::array kKnobs{
    kFrictionKnob,
    Knob{
        "work", "Work at most", Knob::Type::Integer, 0, -1, 100000, "",
        "factorizations of one solve, which then ends with the best point it met and shows its residual; 0: as many as "
        "keep a frame a frame; -1: as many as it takes",
        "unbounded"},
    Knob{"tolerance", "Tolerance", Knob::Type::Real, kExactResidual, 1e-12, 1.0, "",
         "residual at which the problem counts as solved"},
};

constexpr double kFrame = 16e-3;   // [s], which a solve may take by default,
constexpr double kRate = 4e9;      // [1/s], in operations of a common core,
constexpr int kLeastWork = 80;     // and at least so many factorizations, however large the problem is
constexpr int kUnbounded = 20000;  // factorizations: hours
constexpr int kPivotRows = 200;    // pivots keep a dense factor and are many: of more rows they take too long
constexpr double kAtRest = 1e-3;   // speed before the step, of the largest free velocity: as good as none

bool isAtRest(const ContactProblem& problem) {
  if (problem.v_before.size() == 0) return false;
  const Spare<VecX> u(problem.rows());
  u->noalias() = problem.J * problem.v_before;
  return u->lpNorm<Eigen::Infinity>() <= kAtRest * problem.q.lpNorm<Eigen::Infinity>();
}

int workOf(const ContactSystem& contacts, int asked) {
  if (asked > 0) return asked;
  if (asked < 0) return kUnbounded;
  const double affordable = kFrame * kRate / std::max(1.0, contacts.system().operations());
  return std::max(kLeastWork, static_cast<int>(std::min<double>(affordable, kUnbounded)));
}

// Rows that ended in another set.
int changedSets(const IndexSets& before, const IndexSets& after) {
  int changed = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool none = after[i] == RowSet::Unclamped || after[i] == RowSet::Ignored || after[i] == RowSet::Bilateral;
    changed += (before.empty() ? !none : before[i] != after[i]) ? 1 : 0;
  }
  return changed;
}

void tellStage(std::string_view stage, const VecX& lambda, SolverTrace& trace) {
  trace.add({.kind = TraceKind::Stage, .stage = stage}, lambda);
}

struct Room {
  VecX start, best, relaxation, lambda;
  IndexSets before;
};

// A symmetric problem with rows.
SolveReport solveInStages(const ContactProblem& problem, FrictionLaw law, int work, double tolerance,
                          Solution& solution, SolverTrace* trace) {
  const ContactSystem contacts(problem, law);
  const Spare<Room> room(problem.rows());
  room->start = room->best = contacts.rows().scaled(solution.lambda);
  room->before = solution.sets;
  VecX& lambda = room->lambda;
  ExactAttempt attempt{.problem = problem,
                       .contacts = contacts,
                       .most = workOf(contacts, work),
                       .at_rest = isAtRest(problem),
                       .trace = trace,
                       .start = room->start,
                       .best = room->best,
                       .defect = contacts.defect(room->start),
                       .relaxation = room->relaxation,
                       .report = {}};
  int rank = 0;
  for (const ExactStage& stage : exactStages()) {
    ++rank;
    if (!stage.applies(attempt)) continue;
    if (rank > 2 && attempt.left() <= 0) break;
    if (trace != nullptr) tellStage(stage.id, contacts.rows().unscaled(attempt.best), *trace);
    if (!stage.run(attempt)) continue;
    if (rank == 1 && !solution.sets.empty()) {
      attempt.report.stage = stage.id;
      return attempt.report;
    }
    lambda = attempt.best;
    contacts.finish(lambda, solution);
    if (!(measure(problem, solution.lambda, law).value <= tolerance)) continue;
    attempt.report.stage = stage.id;
    attempt.report.stage_rank = rank;
    attempt.report.pivots = changedSets(room->before, solution.sets);
    return attempt.report;
  }
  lambda = attempt.best;
  contacts.finish(lambda, solution);
  attempt.report.pivots = changedSets(room->before, solution.sets);
  if (attempt.report.status == SolveStatus::Converged) {
    attempt.report.status = SolveStatus::IterationLimit;
    attempt.report.message = attempt.left() <= 0 ? kWorkDone : "no stage settled";
  }
  return attempt.report;
}

SolveReport solve(const ContactProblem& problem, const KnobValues& values, Solution& solution, SolverTrace* trace) {
  solution.sets_inferred = false;
  solution.ray.resize(0);
  if (problem.rows() == 0) {
    solution.sets.clear();
    return {};
  }
  if (solution.lambda.size() != problem.rows()) {
    solution.lambda.setZero(problem.rows());
    solution.sets.clear();
  }
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const FrictionLaw law = frictionLaw(kExact, values);
  const int work = static_cast<int>(knob(kExact, values, "work"));
  SolveReport report{.status = SolveStatus::IterationLimit};
  if (problem.symmetric) report = solveInStages(problem, law, work, knob(kExact, values, "tolerance"), solution, trace);
  const bool pivots = report.status == SolveStatus::IterationLimit && problem.rows() <= kPivotRows && work <= 0;
  if (pivots) {
    if (trace != nullptr) tellStage("pivoting", solution.lambda, *trace);
    Solution pivoted = problem.symmetric ? Solution{VecX::Zero(problem.rows()), {}} : solution;
    SolveReport last = solveByPivots(problem, law, {}, pivoted, trace);
    if (last.status == SolveStatus::Converged || !problem.symmetric) {
      std::swap(solution, pivoted);
      last.factorizations += report.factorizations;
      report = std::move(last);
      report.stage = "pivoting";
      report.stage_rank = static_cast<int>(exactStages().size()) + 1;
    }
  }
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets);
  return report;
}

}  // namespace

const SolverInfo kExact{"exact", "Exact", "direct", "Keystone, exact/stages.h", {true, true, true, true, true},
                        true,    kKnobs,  solve};

}  // namespace keystone
