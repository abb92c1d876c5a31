#include "cli/setup.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "math/decimal.h"
#include "paths.h"
#include "referees/referees.h"

namespace keystone {
namespace {

std::string idsOf(std::span<const SolverInfo* const> all) {
  std::string ids;
  for (const SolverInfo* solver : all) {
    ids.append(ids.empty() ? "" : ", ").append(solver->id);
  }
  return ids;
}

std::string stepperIds() {
  std::string ids;
  for (const StepperInfo& stepper : steppers()) {
    ids.append(ids.empty() ? "" : ", ").append(stepper.id);
  }
  return ids;
}

// Whose parameters an option sets.
struct Owner {
  std::string option;
  std::string_view id;
  std::span<const Parameter> parameters;
};

const Parameter& parameterNamed(const Owner& owner, std::string_view id) {
  std::string ids;
  for (const Parameter& parameter : owner.parameters) {
    if (parameter.id == id) {
      return parameter;
    }
    ids.append(ids.empty() ? "" : ", ").append(parameter.id);
  }
  throw UsageError(owner.option + ": found '" + std::string(id) + "', expected a parameter of " +
                   std::string(owner.id) + ": " + (ids.empty() ? "it has none" : ids));
}

// The number of the choice called `name` in "a|b|c", or -1.
int choiceNamed(std::string_view choices, std::string_view name) {
  for (int number = 0;; ++number) {
    const std::size_t bar = choices.find('|');
    if (choices.substr(0, bar) == name) {
      return number;
    }
    if (bar == std::string_view::npos) {
      return -1;
    }
    choices.remove_prefix(bar + 1);
  }
}

double parameterValue(const Owner& owner, const Parameter& parameter, std::string_view text) {
  if (const int choice = parameter.type == Parameter::Type::Choice ? choiceNamed(parameter.choices, text) : -1;
      choice >= 0) {
    return choice;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = parameter.type == Parameter::Type::Real || value == std::floor(value);
  if (error == std::errc() && end == text.data() + text.size() && whole && value >= parameter.low &&
      value <= parameter.high) {
    return value;
  }
  const std::string range = exactDecimal(parameter.low) + " to " + exactDecimal(parameter.high);
  throw UsageError(owner.option + " " + std::string(parameter.id) + ": found '" + std::string(text) + "', expected " +
                   (parameter.type == Parameter::Type::Choice    ? std::string(parameter.choices)
                    : parameter.type == Parameter::Type::Integer ? "a whole number from " + range
                                                                 : "a number from " + range));
}

void set(const Owner& owner, const std::vector<std::string>& settings, ParameterValues& values) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw UsageError(owner.option + ": found '" + setting + "', expected ID=VALUE");
    }
    const Parameter& parameter = parameterNamed(owner, setting.substr(0, equals));
    values[std::string(parameter.id)] = parameterValue(owner, parameter, std::string_view(setting).substr(equals + 1));
  }
}

const StepperInfo& stepperNamed(const std::string& id) {
  const StepperInfo* stepper = findStepper(id);
  if (stepper == nullptr) {
    throw UsageError("--stepper: found '" + id + "', expected one of: " + stepperIds());
  }
  return *stepper;
}

template <class Choice>
void choose(const char* option, const std::string& id, std::span<const ChoiceInfo<Choice>> infos, Choice& into) {
  if (id.empty()) return;
  const ChoiceInfo<Choice>* info = findChoice(infos, id);
  if (info == nullptr) throw UsageError(std::string(option) + ": found '" + id + "', expected one of: " + idsOf(infos));
  into = info->value;
}

}  // namespace

const SolverInfo& solverNamed(const std::string& id) {
  const SolverInfo* solver = findSolver(id);
  if (solver == nullptr) {
    throw UsageError("--solver: found '" + id + "', expected one of: " + idsOf(solvers()));
  }
  return *solver;
}

const SolverInfo& problemSolverNamed(const std::string& id) {
  const SolverInfo* referee = findReferee(id);
  return referee != nullptr ? *referee : solverNamed(id);
}

std::vector<const SolverInfo*> problemSolversNamed(const std::vector<std::string>& ids) {
  std::vector<const SolverInfo*> named;
  const auto add = [&](std::span<const SolverInfo* const> all) { named.insert(named.end(), all.begin(), all.end()); };
  if (ids.empty()) add(solvers());
  for (const std::string& id : ids) {
    if (id == "all")
      add(solvers());
    else if (id == "referees")
      add(referees());
    else
      named.push_back(&problemSolverNamed(id));
  }
  return named;
}

std::vector<const SolverInfo*> sceneSolversNamed(const std::vector<std::string>& ids) {
  std::vector<const SolverInfo*> named;
  if (ids.empty())
    std::ranges::copy_if(solvers(), std::back_inserter(named),
                         [](const SolverInfo* solver) { return solver->accepts.cone_friction; });
  for (const std::string& id : ids) named.push_back(&solverNamed(id));
  return named;
}

void setParameters(const SolverInfo& solver, const std::vector<std::string>& settings, ParameterValues& values) {
  set({"--parameter", solver.id, solver.parameters}, settings, values);
}

void setStepperParameters(const StepperInfo& stepper, const std::vector<std::string>& settings,
                          ParameterValues& values) {
  set({"--stepper-parameter", stepper.id, stepper.parameters}, settings, values);
}

bool hasParameter(const SolverInfo& solver, std::string_view id) {
  return std::any_of(solver.parameters.begin(), solver.parameters.end(),
                     [&](const Parameter& parameter) { return parameter.id == id; });
}

Scene openScene(const std::string& name, const MethodOptions& method) {
  Scene scene = loadScene(findScene(name, assetDir()), assetDir());
  Simulation& simulation = scene.simulation;
  if (!method.solver.empty()) {
    const SolverInfo& chosen = solverNamed(method.solver);
    if (&chosen != simulation.solver) {
      simulation.parameters.clear();
    }
    simulation.solver = &chosen;
  }
  setParameters(*simulation.solver, method.parameters, simulation.parameters);
  if (!method.stepper.empty()) {
    simulation.stepper = stepperNamed(method.stepper).kind;
  }
  setStepperParameters(stepperInfo(simulation.stepper), method.stepper_parameters, simulation.stepper_parameters);
  choose("--impacts", method.impacts, impactLaws(), simulation.params.impacts);
  choose("--restitution-law", method.restitution_law, restitutionLaws(), simulation.params.restitution_law);
  choose("--impact-time", method.impact_time, impactTimes(), simulation.params.impact_time);
  choose("--integrator", method.integrator, integrators(), simulation.params.integrator);
  return scene;
}

}  // namespace keystone
