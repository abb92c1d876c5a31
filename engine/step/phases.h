// Steps that are made of phases, each a step of its own length.
#pragma once

#include <string>

#include "impact/collisions.h"
#include "step/step_parts.h"

namespace keystone {

// What the phases of one step came to together.
struct Tally {
  CheckedSolve effort;  // all solves: work added up, worst status and residual
  Impacts impacts;
  int jammed = 0;  // contacts that an impact stopped for want of forces (acceleration stepper)
  std::string note;
  StageTimes ms;
};

// Moves the bodies for step.dt by what was solved. The phase's impulses are remembered as `factor` times as large:
// those of a whole step. The motion joins step.workspace.phases if that is wanted.
bool movePhase(StepContext& step, double factor, std::string& why);

// The report of the step, of all phases.
void fillReport(const Tally& tally, const SolverInfo& solver, StepReport& report);

}  // namespace keystone
