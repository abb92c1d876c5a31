// Whether contacts hold bodies so that they cannot begin to move.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// True when the rows that hold strictly (contacts with an impulse, inside their friction cones; joints; limits, motors
// and dry friction inside their bounds) leave none of the problem's bodies a motion. `lambda` [rows] holds them at
// rest. Then no small motion can begin: it would need more power against friction and contact than gravity gives it.
// A pencil on its tip, a ball and a block without friction are not immobilised.
bool isImmobilised(const ContactProblem& problem, const VecX& lambda);

}  // namespace keystone
