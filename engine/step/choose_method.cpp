#include "step/choose_method.h"

#include <charconv>
#include <cmath>

#include "math/decimal.h"

namespace keystone {
namespace {

[[noreturn]] void refuse(const std::string& place, std::string_view found, const std::string& expected) {
  throw ChoiceError(place + ": found '" + std::string(found) + "', expected " + expected);
}

template <class Infos, class IdOf>
std::string idsBy(const Infos& infos, const IdOf& id_of) {
  std::string ids;
  for (const auto& info : infos) ids.append(ids.empty() ? "" : ", ").append(id_of(info));
  return ids;
}

const Parameter& parameterNamed(const std::string& place, const ParameterOwner& owner, std::string_view id) {
  const auto found = std::ranges::find(owner.parameters, id, &Parameter::id);
  if (found != owner.parameters.end()) return *found;
  const std::string ids = idsBy(owner.parameters, [](const Parameter& parameter) { return parameter.id; });
  refuse(place, id, "a parameter of " + std::string(owner.id) + ": " + (ids.empty() ? "it has none" : ids));
}

// The number of the choice called `name` in "a|b|c", or -1.
int choiceNamed(std::string_view choices, std::string_view name) {
  for (int number = 0;; ++number) {
    const std::size_t bar = choices.find('|');
    if (choices.substr(0, bar) == name) return number;
    if (bar == std::string_view::npos) return -1;
    choices.remove_prefix(bar + 1);
  }
}

double parameterValue(const std::string& place, const Parameter& parameter, std::string_view text) {
  if (const int choice = parameter.type == Parameter::Type::Choice ? choiceNamed(parameter.choices, text) : -1;
      choice >= 0)
    return choice;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = parameter.type == Parameter::Type::Real || value == std::floor(value);
  if (error == std::errc() && end == text.data() + text.size() && whole && value >= parameter.low &&
      value <= parameter.high)
    return value;
  const std::string range = exactDecimal(parameter.low) + " to " + exactDecimal(parameter.high);
  refuse(place + " " + std::string(parameter.id), text,
         parameter.type == Parameter::Type::Choice    ? std::string(parameter.choices)
         : parameter.type == Parameter::Type::Integer ? "a whole number from " + range
                                                      : "a number from " + range);
}

}  // namespace

const SolverInfo& solverNamed(const std::string& place, std::string_view id) {
  const SolverInfo* solver = findSolver(id);
  if (solver == nullptr)
    refuse(place, id, "one of: " + idsBy(solverIds(), [](std::string_view known) { return known; }));
  return *solver;
}

const StepperInfo& stepperNamed(const std::string& place, std::string_view id) {
  const StepperInfo* stepper = findStepper(id);
  if (stepper == nullptr)
    refuse(place, id, "one of: " + idsBy(steppers(), [](const StepperInfo& info) { return info.id; }));
  return *stepper;
}

bool hasParameter(const SolverInfo& solver, std::string_view id) {
  return std::ranges::find(solver.parameters, id, &Parameter::id) != solver.parameters.end();
}

void setParameter(const std::string& place, const ParameterOwner& owner, std::string_view id, std::string_view text,
                  ParameterValues& values) {
  const Parameter& parameter = parameterNamed(place, owner, id);
  values[std::string(parameter.id)] = parameterValue(place, parameter, text);
}

void letSleep(const std::string& place, Simulation& simulation) {
  const StepperInfo& stepper = stepperInfo(simulation.stepper);
  if (!stepper.may_sleep)
    throw ChoiceError(place + ": found the stepper '" + std::string(stepper.id) + "', expected velocity or position");
  simulation.params.sleeping = true;
}

FrictionLaw lawNamed(const std::string& place, std::string_view name) {
  if (name != "cone" && name != "box") refuse(place, name, "cone or box");
  return name == "cone" ? FrictionLaw::Cone : FrictionLaw::Box;
}

std::string_view chooseLaw(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law,
                           ParameterValues& parameters) {
  if (hasParameter(solver, "friction"))
    setParameter("friction", {solver.id, solver.parameters}, "friction", law == FrictionLaw::Cone ? "cone" : "box",
                 parameters);
  return whyNotTaken(solver.accepts, problem, law);
}

}  // namespace keystone
