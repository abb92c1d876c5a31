#include "step/continuous.h"

#include <algorithm>

#include "step/internal_edges.h"
#include "step/isolated_impacts.h"
#include "step/motion_sweep.h"
#include "world/motion.h"

namespace keystone {
namespace {

constexpr double kRounding = 1e-9;  // of the step: no time is left

// result.manifolds of the interval. False, and `why`, if there is nothing to begin with.
bool findContacts(StepContext& step, IntervalMethod& method, MotionSweep& sweep, std::string& why) {
  method.prepare(step);
  if (!step.workspace.v_free.allFinite() || !allFinite(step.world.bodies)) {
    why = "forces or state not finite";
    return false;
  }
  sweep.search(step);
  method.filterContacts(step);
  dropInternalEdges(step, step.workspace.v_free);
  step.result.sliding.clear();
  if (step.speculation != nullptr) noteTouching(step, *step.speculation);
  step.result.report.ms.narrow += step.watch.lap();
  return true;
}

// The interval's solution, found again where its velocities need contacts that were left out, and the motion that it
// leads to. False, and `why`, where it comes to nothing.
bool solveInterval(StepContext& step, IntervalMethod& method, IntervalTally& tally, std::string& why) {
  StepReport& report = step.result.report;
  const double dt = step.dt;
  do {
    step.dt = dt;
    if (!method.solve(step, tally, why)) return false;
    if (step.dt == 0.0) return true;
    addEffort(step.workspace.solve, tally.effort);
    findVelocities(step);
    report.ms.solve += step.watch.lap();
  } while (restoreNeeded(step));
  if (!adopt(step, why)) return false;
  method.moveApart(step);
  findMotions(step);
  return moveIsolated(step, tally, why);
}

void add(const IntervalTally& part, IntervalTally& sum) {
  addEffort(part.effort, sum.effort);
  addEffort(part.impacts.solve, sum.effort);
  sum.impacts.contacts += part.impacts.contacts;
  sum.impacts.largest = std::max(sum.impacts.largest, part.impacts.largest);
  sum.jammed += part.jammed;
  sum.isolated += part.isolated;
  if (!part.note.empty()) sum.note = part.note;
  if (!part.impacts.note.empty()) sum.impacts.note = part.impacts.note;
}

void fillReport(const StepContext& step, const IntervalTally& tally, StepReport& report) {
  report.solve = tally.effort.report;
  report.residual = tally.effort.residual;
  report.fallback = tally.effort.fallback;
  describe(methodTitle(step.input), tally.effort, report.trouble);
  report.impacts = tally.impacts.contacts + tally.jammed;
  report.largest_impact = tally.impacts.largest;
  report.isolated = tally.isolated;
  const std::string& note = tally.jammed > 0 || tally.impacts.note.empty() ? tally.note : tally.impacts.note;
  if (!note.empty()) addNote(note, report);
}

}  // namespace

void IntervalMethod::prepare(StepContext& step) {
  freeVelocity(step.world, step.dt, step.workspace.v_free);
}

void IntervalMethod::filterContacts(StepContext& step) {
  filterSpeculative(step, step.workspace.v_free);
  noteFlying(step);
}

void IntervalMethod::moveApart(StepContext&) {}
void IntervalMethod::moved(StepContext&) {}

void stepContinuous(StepContext& step, IntervalMethod& method) {
  World& world = step.world;
  const double whole = step.dt, start_time = world.time;
  MotionSweep sweep(step, !method.stopsAtImpacts());
  IntervalTally tally;
  std::string why;
  for (double left = whole; left > kRounding * whole;) {
    IntervalTally part;
    step.workspace.smooth.clear();
    sweep.begin(step);
    const double asked = step.dt;
    if (!findContacts(step, method, sweep, why)) return reject(step, why);
    if (!solveInterval(step, method, part, why)) return reject(step, why);
    if (step.dt > 0.0) {
      step.dt = sweep.cut(step, asked, part.effort.report);
      if (sweep.undo(step)) continue;
      if (!moveBodies(step, method.stopsAtImpacts() ? whole / step.dt : 1.0, why)) return reject(step, why);
      method.moved(step);
      sweep.end();
    }
    add(part, tally);
    left -= step.dt;
    step.dt = left;
    world.time = start_time + (whole - left);
  }
  world.time = start_time;
  step.dt = whole;
  fillReport(step, tally, step.result.report);
  if (sweep.note() != nullptr) addNote(sweep.note(), step.result.report);
  finishStep(step);
}

}  // namespace keystone
