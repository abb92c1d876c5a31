// Rows of a disc in methods that relax rows or contacts in turn.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// Where a disc's impulses go from lambda [rows]: against their velocities, `length` [kg] far, and back inside the disc
// that the present normal impulse of its contact allows. `velocity(row)` [m/s]. What is beyond disc.count is zero.
template <class Velocity>
Vec3 relaxedDisc(const ContactProblem& problem, const FrictionDisc& disc, double length, const VecX& lambda,
                 const Velocity& velocity) {
  const int first = problem.firstJointRow() + disc.first;
  Vec3 moved = Vec3::Zero();
  for (int k = 0; k < disc.count; ++k) moved[k] = lambda[first + k] - length * velocity(first + k);
  const double bound = problem.radiusOf(disc, lambda);
  if (const double size = moved.norm(); size > bound) moved *= bound / size;
  return moved;
}

}  // namespace keystone
