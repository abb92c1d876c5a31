#include "step/choose_method.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "math/decimal.h"
#include "math/nearest_name.h"

namespace keystone {
namespace {

[[noreturn]] void refuse(const std::string& place, std::string_view found, const std::string& expected,
                         const std::string& guess = "") {
  throw ChoiceError(place + ": found '" + std::string(found) + "'" + guess + ", expected " + expected);
}

template <class Infos, class IdOf>
std::vector<std::string_view> idsBy(const Infos& infos, const IdOf& id_of) {
  std::vector<std::string_view> ids;
  for (const auto& info : infos) ids.push_back(id_of(info));
  return ids;
}

// Where the name is none of `known`.
[[noreturn]] void refuseName(const std::string& place, std::string_view found,
                             const std::vector<std::string_view>& known, const std::string& expected) {
  std::string list;
  for (const std::string_view name : known) list.append(list.empty() ? "" : ", ").append(name);
  refuse(place, found, expected + (list.empty() ? "it has none" : list), didYouMean(found, known));
}

const Parameter& parameterNamed(const std::string& place, const ParameterOwner& owner, std::string_view id) {
  const auto found = std::ranges::find(owner.parameters, id, &Parameter::id);
  if (found != owner.parameters.end()) return *found;
  refuseName(place, id, idsBy(owner.parameters, [](const Parameter& parameter) { return parameter.id; }),
             "a parameter of " + std::string(owner.id) + ": ");
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
    refuseName(place, id, idsBy(solverIds(), [](std::string_view known) { return known; }), "one of: ");
  return *solver;
}

const StepperInfo& stepperNamed(const std::string& place, std::string_view id) {
  const StepperInfo* stepper = findStepper(id);
  if (stepper == nullptr)
    refuseName(place, id, idsBy(steppers(), [](const StepperInfo& info) { return info.id; }), "one of: ");
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
