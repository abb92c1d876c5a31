// A step by a method that does not hand the contact problem to a solver. The problem is posed all the same, as the
// velocity stepper poses it, and the method's impulses are measured in it like anybody's.
#pragma once

#include <string>

#include "step/step_parts.h"

namespace keystone {

// What a method comes to, beside the impulses in workspace.solve.solution.lambda [rows], the velocities in workspace.v
// [6 bodies] and the bodies' motions in workspace.motions [bodies].
struct OwnSolve {
  Solution remembered;  // impulses and penalties that the next step begins with
  VecX turned;          // [6 bodies], what free rotation within the step has added to workspace.v; empty: nothing
  int iterations = 0;   // of the method
  std::string note;
};

// Solves result.problem from result.start.
using OwnMethod = void (*)(StepContext& step, OwnSolve& out);

// One step: contacts, problem, method, its residual checked, bodies moved as it says, nothing corrected after it.
// Impacts slower than `restitution_threshold` [m/s] do not bounce.
void stepByOwnMethod(StepContext& step, double restitution_threshold, OwnMethod method);

}  // namespace keystone
