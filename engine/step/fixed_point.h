// A step that starts as the last one did, and that led back to where it started.
#pragma once

#include "world/simulation.h"

namespace keystone {

// A step is a function of its input. One that led to the same bits of state and of remembered impulses, and that no
// force or path changes with time, comes to the same again for as long as nobody changes the input. Nothing is assumed
// of rest, speed or time.

// After a step of `simulation` to `simulation.next`, before the world moves on: notes its input if it led back to it.
void noteFixedPoint(Simulation& simulation);
// Whether the next step starts from the input noted, the time apart. Cost: two worlds are read.
bool isAtFixedPoint(Simulation& simulation);

}  // namespace keystone
