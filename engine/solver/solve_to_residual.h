// A solve to a residual, whatever the method itself ends by.
#pragma once

#include <functional>

#include "solver/solver.h"

namespace keystone {

// Calls `solve`, which solves with `parameters` and checks, until its residual is within `residual`, or the method's
// iterations are spent. The parameter "tolerance" of an exact method is that residual. That of another is something of
// its own, as how little impulses change: where it ends by itself too early, it is asked for less and solves again.
// Parameters that have a "tolerance" stay as they are, and one solve is made. Returns the last report; `parameters`
// are those of the last solve.
SolveReport solveToResidual(double residual, const SolverInfo& solver, ParameterValues& parameters,
                            const std::function<SolveReport()>& solve);

}  // namespace keystone
