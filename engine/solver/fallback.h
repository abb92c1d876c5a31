// What is done when an exact method gives up: another method, openly.
#pragma once

#include "problem/islands.h"
#include "solver/checked_solve.h"

namespace keystone {

// For a solve that did not converge and left more than failed.fallback_residual: solves those `islands` of `problem`
// where it did so from `start` by projected Gauss-Seidel and puts that in place of the given solution if it is better.
// Returns the id of the method whose impulses stand, empty if they are still the solver's own.
std::string_view fallBack(const ContactProblem& problem, const std::vector<Island>& islands, const Solution& start,
                          const SolveMethod& failed, Solution& solution, Residual& residual);

}  // namespace keystone
