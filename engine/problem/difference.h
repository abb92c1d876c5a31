// How far two answers to one contact problem are apart.
#pragma once

#include <span>

#include "problem/contact_problem.h"

namespace keystone {

struct SolutionDifference {
  double impulses = 0.0;    // [N s], the largest of a row
  double velocities = 0.0;  // [m/s], likewise. Redundant contacts share their load in many ways: equal velocities with
                            // different impulses are the same motion
};
// Of impulses [rows] each.
SolutionDifference difference(const ContactProblem& problem, const VecX& lambda, const VecX& reference);

// The index of the smallest residual that is a number, or -1.
int mostAccurate(std::span<const double> residuals);

}  // namespace keystone
