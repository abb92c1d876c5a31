#include "solver/pgs/sweep_until_still.h"

#include <cmath>

#include "math/stop.h"
#include "solver/trace.h"

namespace keystone {

SolveReport sweepUntilStill(Sweeper& sweeper, const SweepLimits& limits, SolverTrace* trace, VecX& lambda,
                            const BetweenSweeps& between) {
  const double free_scale = sweeper.freeScale();
  SolveReport report;
  report.status = SolveStatus::IterationLimit;
  report.message = kStillChanging;
  while (report.iterations < limits.iterations) {
    stopIfAsked();
    const Sweeper::Change sweep = sweeper.sweep();
    ++report.iterations;
    if (between) sweeper.readImpulses(lambda);
    if (trace != nullptr) {
      const TracePause off(trace);
      if (!between) sweeper.readImpulses(lambda);
      trace->add({.kind = TraceKind::Sweep}, lambda);
    }
    if (!std::isfinite(sweep.change)) {
      report.status = SolveStatus::Breakdown;
      report.message = kNotFinite;
      break;
    }
    if (isStill(sweep, limits.tolerance, free_scale)) {
      report.status = SolveStatus::Converged;
      report.message.clear();
      break;
    }
    if (between && report.iterations < limits.iterations) between(lambda);
  }
  if (!between) sweeper.readImpulses(lambda);
  return report;
}

}  // namespace keystone
