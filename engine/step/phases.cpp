#include "step/phases.h"

#include "math/scratch_pool.h"

namespace keystone {
namespace {

// The motion joins workspace.phases.
void notePhase(const StepContext& step) {
  StepWorkspace& workspace = step.workspace;
  if (workspace.phases.size() == workspace.phase_count) workspace.phases.emplace_back();
  PhaseMotion& phase = workspace.phases[workspace.phase_count++];
  phase.dt = step.dt;
  phase.start = step.world.bodies;
  phase.v = workspace.v;
}

}  // namespace

bool movePhase(StepContext& step, double factor, std::string& why) {
  if (step.notes_phases) notePhase(step);
  const Scratch<Solution> whole(step.result.problem.rows());
  *whole = step.result.solution;
  whole->lambda *= factor;
  return moveBodies(step, {step.result.problem, *whole}, why);
}

void fillReport(const Tally& tally, const SolverInfo& solver, StepReport& report) {
  report.solve = tally.effort.report;
  report.residual = tally.effort.residual;
  report.fallback = tally.effort.fallback;
  describe(solver.title, tally.effort, report.trouble);
  report.impacts = tally.impacts.contacts + tally.jammed;
  report.largest_impact = tally.impacts.largest;
  report.note = tally.jammed > 0 || tally.impacts.note.empty() ? tally.note : tally.impacts.note;
  report.ms.assemble = tally.ms.assemble;
  report.ms.solve = tally.ms.solve;
}

}  // namespace keystone
