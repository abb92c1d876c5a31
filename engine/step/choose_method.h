// Methods and their parameters by name, with errors that say what there would have been.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "solver/registry.h"
#include "step/step.h"

namespace keystone {

// A name that nothing has, or a value out of range: what() is one line, "PLACE: found X, expected Y". PLACE is what
// the caller calls the setting: an option of the command line, an argument in Python.
struct ChoiceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throw ChoiceError when there is none of that id.
const SolverInfo& solverNamed(const std::string& place, std::string_view id);
const StepperInfo& stepperNamed(const std::string& place, std::string_view id);

// Whose parameters are set.
struct ParameterOwner {
  std::string_view id;
  std::span<const Parameter> parameters;
};
bool hasParameter(const SolverInfo& solver, std::string_view id);
// Sets the parameter of that id to what `text` says: a number, or the name of a choice. Throws ChoiceError on an
// unknown parameter, a value that is no number, or one out of range.
void setParameter(const std::string& place, const ParameterOwner& owner, std::string_view id, std::string_view text,
                  ParameterValues& values);

// The choice of that id into `into`, which stays as it is where `id` is empty.
template <class Choice>
void choose(const std::string& place, std::string_view id, std::span<const ChoiceInfo<Choice>> infos, Choice& into) {
  if (id.empty()) return;
  const ChoiceInfo<Choice>* info = findChoice(infos, id);
  if (info == nullptr) throw ChoiceError(place + ": found '" + std::string(id) + "', expected one of: " + idsOf(infos));
  into = info->value;
}

// Lets bodies at rest sleep. Throws ChoiceError under a stepper that knows no sleep.
void letSleep(const std::string& place, Simulation& simulation);

// "cone" or "box". Throws ChoiceError for anything else.
FrictionLaw lawNamed(const std::string& place, std::string_view name);

// Sets the solver's parameter for the law, where it has one. Returns why the method does not take this problem under
// the law, as whyNotTaken() does; empty where it does.
std::string_view chooseLaw(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law,
                           ParameterValues& parameters);

}  // namespace keystone
