#include "solver/pgs/sweep_until_still.h"

#include <cmath>

#include "math/stop.h"
#include "solver/trace.h"

namespace keystone {

SweepLimits sweepLimits(const SolverInfo& solver, const ParameterValues& values) {
  return {static_cast<int>(parameter(solver, values, "iterations")), parameter(solver, values, "tolerance")};
}

SolveReport sweepUntilStill(Sweeper& sweeper, const SweepLimits& limits, SolverTrace* trace, VecX& lambda,
                            const BetweenSweeps& between) {
  const double free_scale = sweeper.freeScale();
  SolveReport report;
  report.end(SolveStatus::IterationLimit, kStillChanging);
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
      report.end(SolveStatus::Breakdown, kNotFinite);
      break;
    }
    if (isStill(sweep, limits.tolerance, free_scale)) {
      report.end(SolveStatus::Converged);
      break;
    }
    if (between && report.iterations < limits.iterations) between(lambda);
  }
  if (!between) sweeper.readImpulses(lambda);
  return report;
}

}  // namespace keystone
