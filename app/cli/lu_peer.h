// A yardstick for contact solvers: a dense LU solve of the same matrix, in the same run.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// The same contacts without friction, with W formed and without bodies.
ContactProblem withoutFriction(const ContactProblem& problem);

// Time [ms] of factoring W [rows x rows] with partial pivoting and solving for one right-hand side, the fastest of a
// few. NaN for more rows than a dense matrix should have here.
double denseLuTime(const ContactProblem& problem);

}  // namespace keystone
