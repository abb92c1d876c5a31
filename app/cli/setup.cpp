#include "cli/setup.h"

#include <algorithm>
#include <cstdio>

#include "paths.h"
#include "record/recording.h"
#include "referees/referees.h"

namespace keystone {
namespace {

void set(const std::string& option, const ParameterOwner& owner, const std::vector<std::string>& settings,
         ParameterValues& values) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw UsageError(std::string(option).append(": found '").append(setting).append("', expected ID=VALUE"));
    setParameter(option, owner, std::string_view(setting).substr(0, equals),
                 std::string_view(setting).substr(equals + 1), values);
  }
}

// All that are built; what is missing is said. Throws UsageError where none is.
std::span<const SolverInfo* const> builtReferees(const std::string& option) {
  std::string missing, packages;
  for (const Referee& referee : knownReferees()) {
    if (referee.built) continue;
    missing.append(missing.empty() ? "" : ", ").append(referee.info.id);
    if (packages.ends_with(referee.package)) continue;  // of two by one package
    packages.append(packages.empty() ? "" : ", ").append(referee.package);
  }
  const std::string need = "; Debian's packages " + packages + " (bench/packages.txt) are needed when CMake configures";
  if (referees().empty()) throw UsageError(option + ": found 'referees', of which none is built here" + need);
  if (!missing.empty()) std::fprintf(stderr, "referees that are not built here: %s%s\n", missing.c_str(), need.c_str());
  return referees();
}

}  // namespace

const SolverInfo& solverNamed(const std::string& id) {
  return solverNamed("--solver", id);
}

const SolverInfo& problemSolverNamed(std::string_view option, const std::string& id) {
  const Referee* referee = findKnownReferee(id);
  if (referee == nullptr) return solverNamed(std::string(option), id);
  if (!referee->built)
    throw UsageError(std::string(option) + ": found '" + id +
                     "', a referee that is not built here; it needs Debian's package " + std::string(referee->package) +
                     " (bench/packages.txt) when CMake configures");
  return referee->info;
}

std::vector<const SolverInfo*> problemSolversNamed(const std::vector<std::string>& ids) {
  std::vector<const SolverInfo*> named;
  const std::string option = "--solvers";
  const auto add = [&](const SolverInfo* solver) {
    if (std::ranges::find(named, solver) == named.end()) named.push_back(solver);
  };
  if (ids.empty()) std::ranges::for_each(solvers(), add);
  for (const std::string& id : ids) {
    if (id == "all")
      std::ranges::for_each(solvers(), add);
    else if (id == "referees")
      std::ranges::for_each(builtReferees(option), add);
    else
      add(&problemSolverNamed(option, id));
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
  set("--parameter", {solver.id, solver.parameters}, settings, values);
}

void leaveUnbounded(const SolverInfo& solver, ParameterValues& values) {
  for (const Parameter& parameter : solver.parameters)
    if (parameter.type == Parameter::Type::Integer && parameter.choices.starts_with("unbounded"))
      values.try_emplace(std::string(parameter.id), parameter.low);
}

ParameterValues parametersFor(const SolverInfo& solver, const std::vector<std::string>& settings) {
  ParameterValues values;
  for (const std::string& setting : settings)
    if (hasParameter(solver, setting.substr(0, setting.find('=')))) setParameters(solver, {setting}, values);
  leaveUnbounded(solver, values);
  return values;
}

void requireFree(const std::vector<const SolverInfo*>& solvers, const std::vector<std::string>& settings,
                 std::initializer_list<std::string_view> own) {
  for (const std::string& setting : settings) {
    const std::string id = setting.substr(0, setting.find('='));
    if (std::ranges::find(own, id) != own.end())
      throw UsageError("--parameter: found '" + id + "', which this command sets, expected another one");
    const auto has = [&id](const SolverInfo* one) { return hasParameter(*one, id); };
    ParameterValues ignored;
    if (std::ranges::none_of(solvers, has)) setParameters(*solvers.front(), {setting}, ignored);
  }
}

void setStepperParameters(const StepperInfo& stepper, const std::vector<std::string>& settings,
                          ParameterValues& values) {
  set("--stepper-parameter", {stepper.id, stepper.parameters}, settings, values);
}

Scene openScene(const std::string& name, const MethodOptions& method) {
  if (isRecording(name)) throw UsageError(name + ": found a recording, expected a scene; keystone-cli replay plays it");
  Scene scene = loadScene(findScene(name, assetDir()), assetDir());
  Simulation& simulation = scene.simulation;
  chooseMethod(method, simulation);
  setParameters(*simulation.solver, method.parameters, simulation.parameters);
  setStepperParameters(stepperInfo(simulation.stepper), method.stepper_parameters, simulation.stepper_parameters);
  return scene;
}

Scene openSceneToStep(const std::string& name, const MethodOptions& method) {
  Scene scene = openScene(name, method);
  const StepperKind stepper = scene.simulation.stepper;
  refuseIdleSolver("--solver", method.solver, stepper);
  for (const std::string& setting : method.parameters) refuseIdleSolver("--parameter", setting, stepper);
  return scene;
}

}  // namespace keystone
