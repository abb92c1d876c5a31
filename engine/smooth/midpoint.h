// One step of the implicit midpoint rule.
#pragma once

#include "smooth/part.h"

namespace keystone {

// Moves the part by h [s] within a step of dt [s]; joints are left as the rule has them. False, and the part's state is
// of no meaning, where its equations have no solution near.
bool stepMidpoint(SmoothPart& part, double dt, double h);

}  // namespace keystone
