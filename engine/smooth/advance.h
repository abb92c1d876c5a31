// A part's motion through a step.
#pragma once

#include "smooth/part.h"
#include "world/choices.h"

namespace keystone {

enum class Advance {
  Done,
  LimitReached,  // a limit of a joint stops the part within the step: its motion is not smooth
  Failed         // no solution near, or no step short enough
};

// Moves the part by dt [s], its joints closed and their velocities held, by an integrator that is none of impulses.
// Fast spins go in parts of the step. `tolerance` [m] and [rad]: what cash_karp may err by in each of its parts. Unless
// Done, the part's state is of no meaning.
Advance advance(SmoothPart& part, Integrator integrator, double tolerance, double dt);

}  // namespace keystone
