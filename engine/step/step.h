// One step of a simulation: docs/how-a-step-works.md draws it.
#pragma once

#include "world/simulation.h"

namespace keystone {

struct StepContext;

std::string_view toString(StepperKind kind);  // its id

// What a stepper is: a row of constants and one function. Menu, scene keys and command line go through the table.
struct StepperInfo {
  StepperKind kind;
  std::string_view id, title;
  std::string_view help;    // one line for the user
  std::string_view arrows;  // what the drawn forces come from
  void (*step)(StepContext& step);
  bool may_sleep = false;  // whether StepParams::sleeping has an effect
  // What it offers of its own, in StepInput::stepper_parameters.
  std::span<const Parameter> parameters = {};
  // Whether it has the solver solve the step's problem. One that does not is a method of its own: the problem and its
  // residual say how far its impulses are from solving it. It knows simultaneous impacts and Newton's law alone.
  bool uses_solver = true;
};
std::span<const StepperInfo> steppers();
const StepperInfo& stepperInfo(StepperKind kind);
const StepperInfo* findStepper(std::string_view id);  // null when there is none

// One fixed step of input.world.h by its stepper, into `result`. Never throws on numerical trouble: see
// StepReport::rejected and ::trouble. Sleepers (sleep/sleep.h) are left out under the steppers that may.
void step(const StepInput& input, StepResult& result);

// The same, and the simulation's world moves on unless the step was rejected.
const StepReport& step(Simulation& simulation);

}  // namespace keystone
