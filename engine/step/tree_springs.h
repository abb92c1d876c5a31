// Springs and dampers on the coordinates of trees' joints in a step in reduced coordinates: no unknowns of its problem.
//
// Such a row is u + c lambda + bias = 0 with u = e qdot, so that its impulse is known at any velocity:
// lambda = -(u + bias) / c. It adds e^2 / c to the coordinate's own place on the diagonal of the mass matrix, and the
// trees are factored in O(links) as without it (articulated/articulated_inertia.h).
#pragma once

#include "articulated/placed_forest.h"
#include "problem/contact_problem.h"

namespace keystone {

struct TreeSpring {
  int row = 0;        // of the problem
  int place = 0;      // of the generalized velocity
  double rate = 0.0;  // e, u by that velocity
};

// Those of hinges and sliders that carry links, at most one a joint. `structural` [joint rows] are the rows that the
// trees hold by themselves. `springs` is overwritten. O(joint rows).
void findTreeSprings(const PlacedForest& placed, const ContactProblem& problem, std::span<const char> structural,
                     std::vector<TreeSpring>& springs);

// [dofs], what they add to the diagonal of the mass matrix.
VecX addedInertia(std::span<const TreeSpring> springs, const ContactProblem& problem, int dofs);
// [dofs], the generalized impulses that they have at the velocities v [6 bodies].
VecX springImpulses(std::span<const TreeSpring> springs, const ContactProblem& problem, const VecX& v, int dofs);

}  // namespace keystone
