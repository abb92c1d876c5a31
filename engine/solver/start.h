// Starts of a solve that are its solution.
#pragma once

#include "problem/delassus.h"
#include "solver/solver.h"

namespace keystone {

// Whether the bodies were as good as still before the step: beside the velocities that forces would give them in it.
bool isAtRest(const ContactProblem& problem);

// Whether a start that the solver keeps (SolverClaims::keeps_start) solves the problem, so that there is nothing to do
// and it stays to the last bit. `residual` and `delta_v` are those of the start.
bool isSolvedByStart(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                     const Solution& start, Residual& residual, DeltaV& delta_v);

}  // namespace keystone
