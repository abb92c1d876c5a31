// The problem that impulses solve exactly, where it differs from the one given by micrometres of gaps.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// [m] How far gaps have to be off for the normal law to hold exactly: a loaded contact neither opens nor closes, one
// without impulse does not close. The tangents are not looked at. problem.h > 0.
double gapShift(const ContactProblem& problem, const VecX& lambda);
// Moves them: bias and q of the normal rows become those of that problem.
void shiftGaps(ContactProblem& problem, const VecX& lambda);

}  // namespace keystone
