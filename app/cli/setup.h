// From names on the command line to a scene and a method, with errors that say what there would have been.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"
#include "scene/scene_def.h"
#include "step/choose_method.h"
#include "step/method_choices.h"

namespace keystone {

// Empty: the scene's own, or the default.
struct MethodOptions : MethodChoices {
  std::vector<std::string> parameters;          // "id=value", of the solver
  std::vector<std::string> stepper_parameters;  // likewise, of the stepper
};

// Throws ChoiceError when there is no solver of that id.
const SolverInfo& solverNamed(const std::string& id);

// The same for one contact problem, which external referees (referees/referees.h) solve, too. Throws UsageError for one
// that is not built.
const SolverInfo& problemSolverNamed(std::string_view option, const std::string& id);
// "all" stands for all solvers, as no id does; "referees" for all of those that are built. Each is listed
// once. Throws UsageError where none is built.
std::vector<const SolverInfo*> problemSolversNamed(const std::vector<std::string>& ids);

// All that take Coulomb friction, and so any scene, when `ids` is empty.
std::vector<const SolverInfo*> sceneSolversNamed(const std::vector<std::string>& ids);

// "id=value" pairs on top of `values`; a choice may be given by its name. Throws as setParameter()
// does, and UsageError where there is no '='.
void setParameters(const SolverInfo& solver, const std::vector<std::string>& settings, ParameterValues& values);

// The same of a stepper.
void setStepperParameters(const StepperInfo& stepper, const std::vector<std::string>& settings,
                          ParameterValues& values);

// Where no frame has to be kept: the solver's work has no bound, if it can do without one and `values` do not say.
void leaveUnbounded(const SolverInfo& solver, ParameterValues& values);
// For several solvers: no bound on their work, and then of "id=value" those that the solver has.
ParameterValues parametersFor(const SolverInfo& solver, const std::vector<std::string>& settings);
// Throws ChoiceError where no solver has the parameter of a setting, and UsageError for those that the command sets
// itself: `own`.
void requireFree(const std::vector<const SolverInfo*>& solvers, const std::vector<std::string>& settings,
                 std::initializer_list<std::string_view> own);

// The scene by name or path, with the method the options ask for (step/method_choices.h).
Scene openScene(const std::string& name, const MethodOptions& method);
// The same, of a scene that is stepped: refuses a solver that its stepper would not ask.
Scene openSceneToStep(const std::string& name, const MethodOptions& method);

}  // namespace keystone
