// Shock propagation: contacts by levels from fixed bodies upward, with what lies lower held.
#pragma once

#include <vector>

#include "problem/contact_problem.h"
#include "problem/residual.h"

namespace keystone {

// How many contacts lie at least between each body [bodies] and what no impulse moves: 1 for a body that touches the
// ground; kNoLevel for one that no contacts connect with it, and for the bodies of joints.
inline constexpr int kNoLevel = 0;
void findLevels(const ContactProblem& problem, std::vector<int>& levels);

// One pass over impulses lambda [rows], those that an iterative method starts from, with so many sweeps of projected
// Gauss-Seidel over each level on the way up and on the way down: 2 `sweeps` sweeps of the whole problem. `problem` has
// bodies and is symmetric. Impulses that solve it stay as they are.
void propagateShock(const ContactProblem& problem, FrictionLaw law, int sweeps, VecX& lambda);

}  // namespace keystone
