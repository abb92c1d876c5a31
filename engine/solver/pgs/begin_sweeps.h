// What every method that sweeps does first.
#pragma once

#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {

inline constexpr Parameter kShockParameter =
    wholeNumber("shock", "Shock propagation", 0, 0, 1000,
                "Sweeps of each level from the ground up, and of each on the way down, ahead of all others", "none");

// Records the start, and propagates shock as often as the solver's parameter "shock" says. `report` counts these
// sweeps, or says why the problem is refused; then the result is false.
bool beginSweeps(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                 Solution& solution, SolverTrace* trace, SolveReport& report);

}  // namespace keystone
