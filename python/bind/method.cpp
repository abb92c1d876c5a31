// Which stepper and which solver move a simulation.
#include <pybind11/stl.h>

#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/simulation.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

// A property that is the id of one of a table's rows.
template <class Choice>
void defineChoice(SimulationClass& simulation, const char* name, Choice StepParams::*member,
                  std::span<const ChoiceInfo<Choice>> (*table)(), const std::string& help) {
  simulation.def_property(
      name, [=](const RunningScene& r) { return infoOf(table(), r.simulation().params.*member).id; },
      [=](RunningScene& r, const std::string& id) {
        choose(name, id.empty() ? " " : id, table(), r.simulation().params.*member);
      },
      (help + idsOf(table()) + ".").c_str());
}

void setSolver(RunningScene& running, const std::string& id) {
  Simulation& simulation = running.simulation();
  const SolverInfo& chosen = solverNamed("solver", id);
  if (&chosen != simulation.solver) simulation.parameters.clear();
  simulation.solver = &chosen;
}

void setSleeping(RunningScene& running, bool sleeping) {
  if (sleeping)
    letSleep("sleeping", running.simulation());
  else
    running.simulation().params.sleeping = false;
}

// All anew: those that are not given are at their defaults.
void assignParameters(const std::string& place, std::string_view owner, std::span<const Parameter> parameters,
                      const py::dict& given, ParameterValues& values) {
  ParameterValues fresh;
  setParameters(place, owner, parameters, given, fresh);
  values = std::move(fresh);
}

}  // namespace

void bindMethod(SimulationClass& simulation) {
  simulation
      .def_property(
          "solver", [](const RunningScene& r) { return r.simulation().solver->id; }, &setSolver,
          "Id of the solver, see solvers(). Another one starts from its default parameters.")
      .def_property(
          "parameters",
          [](const RunningScene& r) {
            return parametersOf(r.simulation().solver->parameters, r.simulation().parameters);
          },
          [](RunningScene& r, const py::dict& given) {
            const SolverInfo& solver = *r.simulation().solver;
            assignParameters("parameters", solver.id, solver.parameters, given, r.simulation().parameters);
          },
          "Of the solver, {id: value}. A copy; assign to change them, those left out go to their defaults.")
      .def_property(
          "stepper", [](const RunningScene& r) { return toString(r.simulation().stepper); },
          [](RunningScene& r, const std::string& id) { r.simulation().stepper = stepperNamed("stepper", id).kind; },
          "Id of the stepper, see steppers().")
      .def_property(
          "stepper_parameters",
          [](const RunningScene& r) {
            return parametersOf(stepperInfo(r.simulation().stepper).parameters, r.simulation().stepper_parameters);
          },
          [](RunningScene& r, const py::dict& given) {
            const StepperInfo& stepper = stepperInfo(r.simulation().stepper);
            assignParameters("stepper_parameters", stepper.id, stepper.parameters, given,
                             r.simulation().stepper_parameters);
          },
          "Of the stepper, {id: value}. A copy; assign to change them, those left out go to their defaults.")
      .def_property(
          "sleeping", [](const RunningScene& r) { return r.simulation().params.sleeping; }, &setSleeping,
          "Whether groups of bodies at rest may sleep; under the steppers that may.")
      .def_property(
          "skip_repeated", [](const RunningScene& r) { return r.simulation().params.skip_repeated; },
          [](RunningScene& r, bool skip) { r.simulation().params.skip_repeated = skip; },
          "Whether a step that repeats the one before to the last bit is not computed. It comes to the same.");
  defineChoice(simulation, "impacts", &StepParams::impacts, &impactLaws, "Impact law: ");
  defineChoice(simulation, "restitution_law", &StepParams::restitution_law, &restitutionLaws, "Law of restitution: ");
  defineChoice(simulation, "impact_time", &StepParams::impact_time, &impactTimes, "When impacts take place: ");
  defineChoice(simulation, "integrator", &StepParams::integrator, &integrators, "Of what touches nothing: ");
  defineChoice(simulation, "coordinates", &StepParams::coordinates, &coordinates, "Of joints in trees: ");
  defineChoice(simulation, "joint_errors", &StepParams::joint_errors, &jointErrors, "Errors of joints: ");
}

}  // namespace keystone::bind
