#include <algorithm>

#include "math/scratch_pool.h"
#include "solver/exact/stages.h"
#include "solver/start.h"
#include "solver/trace.h"

namespace keystone {
namespace {

// Rows that ended in another set.
int changedSets(const IndexSets& before, const IndexSets& after) {
  int changed = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool none = after[i] == RowSet::Unclamped || after[i] == RowSet::Ignored || after[i] == RowSet::Bilateral;
    changed += (before.empty() ? !none : before[i] != after[i]) ? 1 : 0;
  }
  return changed;
}

struct ExactWorkspace {
  VecX start, best, relaxation, lambda;
  IndexSets before;
};

}  // namespace

SolveReport solveInStages(const ContactProblem& problem, FrictionLaw law, const ExactOptions& options,
                          Solution& solution, SolverTrace* trace) {
  const ContactSystem contacts(problem, law);
  const Scratch<ExactWorkspace> workspace(problem.rows());
  workspace->start = workspace->best = contacts.rows().scaled(solution.lambda);
  workspace->before = solution.sets;
  VecX& lambda = workspace->lambda;
  ExactAttempt attempt{.problem = problem,
                       .contacts = contacts,
                       .options = options,
                       .at_rest = isAtRest(problem),
                       .trace = trace,
                       .start = workspace->start,
                       .best = workspace->best,
                       .defect = contacts.defect(workspace->start),
                       .relaxation = workspace->relaxation,
                       .report = {}};
  int rank = 0;
  for (const ExactStage& stage : exactStages()) {
    ++rank;
    if (stage.id == options.without || !stage.applies(attempt)) continue;
    if (!stage.is_free && attempt.left() <= 0) break;
    if (trace != nullptr)
      trace->add({.kind = TraceKind::Stage, .stage = stage.id}, contacts.rows().unscaled(attempt.best));
    if (!stage.run(attempt)) continue;
    lambda = attempt.best;
    contacts.finish(lambda, solution);
    if (!(measure(problem, solution.lambda, law).value <= options.tolerance)) continue;
    attempt.report.stage = stage.id;
    attempt.report.stage_rank = rank;
    attempt.report.pivots = changedSets(workspace->before, solution.sets);
    return attempt.report;
  }
  lambda = attempt.best;
  contacts.finish(lambda, solution);
  attempt.report.pivots = changedSets(workspace->before, solution.sets);
  if (attempt.report.status == SolveStatus::Converged) {
    attempt.report.status = SolveStatus::IterationLimit;
    attempt.report.message = attempt.left() <= 0 ? kWorkDone : "no stage settled";
  }
  return attempt.report;
}

}  // namespace keystone
