// Pivoting through a sequence of problems whose rows are all independent, for piles in which the exact path is lost.
#pragma once

#include "solver/pivoting/box_solve.h"

namespace keystone {

// Proximal rounds (Rockafellar 1976): each solves W + weight with q - weight lambda_before by the same drives, from
// the basis of the round before. Redundant contacts then need no exchanges along null directions, on which long paths
// through many sliding contacts get lost. The term is zero at a fixed point, so the result solves W itself. Where the
// rounds only drift along a null direction, the drift is followed at once to the next bound. Starts from the state
// given (no sets: cold); true when the problem's own conditions hold, and then the state is the result. The report's
// counts are added to.
bool solveProximal(const ScaledProblem& problem, const BoxOptions& options, BoxState& state, SolveReport& report);

}  // namespace keystone
