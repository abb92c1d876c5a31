// The problem that impulses solve exactly, where it differs from the one given by micrometres of gaps.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// Moves the gaps so that the normal law holds exactly: a loaded contact neither opens nor closes, one without impulse
// does not close. Bias and q of the normal rows change; the tangents are not looked at. Returns how far the farthest
// gap was moved [m]; problem.h > 0.
double shiftGaps(ContactProblem& problem, const VecX& lambda);

}  // namespace keystone
