#include "cli/setup.h"

#include <algorithm>

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

}  // namespace

const SolverInfo& solverNamed(const std::string& id) {
  return solverNamed("--solver", id);
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
  set("--parameter", {solver.id, solver.parameters}, settings, values);
}

void setStepperParameters(const StepperInfo& stepper, const std::vector<std::string>& settings,
                          ParameterValues& values) {
  set("--stepper-parameter", {stepper.id, stepper.parameters}, settings, values);
}

Scene openScene(const std::string& name, const MethodOptions& method) {
  if (isRecording(name)) throw UsageError(name + ": found a recording, expected a scene; keystone-cli replay plays it");
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
    simulation.stepper = stepperNamed("--stepper", method.stepper).kind;
  }
  setStepperParameters(stepperInfo(simulation.stepper), method.stepper_parameters, simulation.stepper_parameters);
  choose("--impacts", method.impacts, impactLaws(), simulation.params.impacts);
  choose("--restitution-law", method.restitution_law, restitutionLaws(), simulation.params.restitution_law);
  choose("--impact-time", method.impact_time, impactTimes(), simulation.params.impact_time);
  choose("--integrator", method.integrator, integrators(), simulation.params.integrator);
  choose("--coordinates", method.coordinates, coordinates(), simulation.params.coordinates);
  return scene;
}

}  // namespace keystone
