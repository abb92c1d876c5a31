// Spatial Coulomb friction by pivoting: box friction in frames turned to the friction.
#pragma once

#include "solver/pivoting/box_solve.h"

namespace keystone {

// Solves with box friction in frames along the friction, turns the frames toward the sliding found and repeats, `turns`
// times at most. W [rows x rows] is the problem's Delassus
// matrix. From the solution given and into it. The report's counts are added to, its status and message set.
void solveIsotropic(const ContactProblem& problem, const SparseRows& W, const BoxOptions& options, int turns,
                    Solution& solution, SolveReport& report);

}  // namespace keystone
