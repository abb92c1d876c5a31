// A method by the ids that command lines have for it, and what of them has no effect under a stepper.
#pragma once

#include <string>
#include <string_view>

#include "step/step.h"

namespace keystone {

// Settings of StepParams that some steppers look at and others do not.
enum class StepSetting { Impacts, RestitutionLaw, ImpactTime, Integrator, Coordinates, JointErrors };
bool looksAt(StepperKind stepper, StepSetting setting);

// Ids, each of the option that has its name ("--impact-time"); empty: as it is.
struct MethodChoices {
  std::string solver, stepper, impacts, restitution_law, impact_time, integrator, coordinates, joint_errors;
};

// A change of solver starts from its default parameters. Throws ChoiceError (step/choose_method.h) for an id that
// nothing has, and for a setting that the stepper does not look at, unless it is what the stepper does anyway.
void chooseMethod(const MethodChoices& choices, StepInput& input);

// Throws ChoiceError for the solver `found`, or a parameter of it, under a stepper that is a method of its own; nothing
// is refused where it is empty. What solves a problem itself, whatever the stepper, need not ask.
void refuseIdleSolver(const std::string& option, std::string_view found, StepperKind stepper);

}  // namespace keystone
