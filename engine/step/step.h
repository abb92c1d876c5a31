// One step of a simulation: docs/how-a-step-works.md draws it.
#pragma once

#include "world/simulation.h"

namespace keystone {

std::string_view toString(StepperKind kind);  // its id

// What a stepper is: a row of constants and one function. Menu, scene keys and command line go through the table.
struct StepperInfo {
  StepperKind kind;
  std::string_view id, title;
  std::string_view help;    // one line for the user
  std::string_view arrows;  // what the drawn forces come from
  const StepReport& (*step)(Simulation& simulation);
  bool may_sleep = false;  // whether StepParams::sleeping has an effect
};
std::span<const StepperInfo> steppers();
const StepperInfo& stepperInfo(StepperKind kind);
const StepperInfo* findStepper(std::string_view id);  // null when there is none

// Advances simulation.world by one fixed step of world.h with its stepper and fills report, manifolds, problem, start,
// solution. Never throws on numerical trouble: see StepReport::rejected and ::trouble.
// Sleepers (sleep/sleep.h) are left out under the steppers that may.
const StepReport& step(Simulation& simulation);

}  // namespace keystone
