#include "bind/lists.h"

#include <pybind11/stl.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "bind/errors.h"
#include "math/decimal.h"
#include "math/parallel.h"
#include "robot/robot.h"
#include "scene/scene_def.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

std::string& givenAssets() {
  static std::string folder;
  return folder;
}

std::vector<std::string> choicesOf(std::string_view choices) {
  std::vector<std::string> words;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    words.emplace_back(choices.substr(0, bar));
    choices = bar == std::string_view::npos ? std::string_view() : choices.substr(bar + 1);
  }
  return words;
}

py::object valueOf(const Parameter& parameter, double value) {
  switch (parameter.type) {
    case Parameter::Type::Choice:
      return py::str(choicesOf(parameter.choices)[value]);
    case Parameter::Type::Integer:
      return py::int_(static_cast<long>(value));
    case Parameter::Type::Real:
      break;
  }
  return py::float_(value);
}

std::string typeOf(const Parameter& parameter) {
  return parameter.type == Parameter::Type::Choice ? "choice"
         : parameter.type == Parameter::Type::Real ? "real"
                                                   : "integer";
}

py::list listOf(std::span<const Parameter> parameters) {
  py::list list;
  for (const Parameter& parameter : parameters) list.append(&parameter);
  return list;
}

void bindParameter(py::module_& module) {
  py::class_<Parameter>(module, "Parameter", "A setting of a solver or stepper. Read-only.")
      .def_property_readonly(
          "id", [](const Parameter& p) { return p.id; }, "The key in `parameters`.")
      .def_property_readonly(
          "title", [](const Parameter& p) { return p.title; }, "For people.")
      .def_property_readonly("type", &typeOf, "'integer', 'real' or 'choice'.")
      .def_property_readonly(
          "default", [](const Parameter& p) { return valueOf(p, p.value); }, "In `unit`.")
      .def_property_readonly(
          "low", [](const Parameter& p) { return p.low; }, "Least value, in `unit`.")
      .def_property_readonly(
          "high", [](const Parameter& p) { return p.high; }, "Largest value, in `unit`.")
      .def_property_readonly(
          "unit", [](const Parameter& p) { return p.unit; }, "'' when dimensionless.")
      .def_property_readonly(
          "help", [](const Parameter& p) { return p.help; }, "One line.")
      .def_property_readonly(
          "choices",
          [](const Parameter& p) {
            return p.type == Parameter::Type::Choice ? choicesOf(p.choices) : std::vector<std::string>();
          },
          "Names of a choice; else empty.")
      .def("__repr__", [](const Parameter& p) { return "<keystone.Parameter " + std::string(p.id) + ">"; });
}

void bindSolverInfo(py::module_& module) {
  py::class_<SolverInfo>(module, "SolverInfo", "A method that solves contact problems. Read-only.")
      .def_property_readonly(
          "id", [](const SolverInfo& s) { return s.id; }, "What `solver=` takes.")
      .def_property_readonly(
          "title", [](const SolverInfo& s) { return s.title; }, "For people.")
      .def_property_readonly(
          "family", [](const SolverInfo& s) { return s.family; }, "Kind of method.")
      .def_property_readonly(
          "paper", [](const SolverInfo& s) { return s.paper; }, "Its source.")
      .def_property_readonly(
          "exact", [](const SolverInfo& s) { return s.exact; }, "Whether it claims 1e-9.")
      .def_property_readonly(
          "accepts", [](const SolverInfo& s) { return wordsOf(s.accepts); },
          "Of 'frictionless', 'box', 'cone', 'joints', 'W-only', 'discs', 'unsymmetric': the problems it takes.")
      .def_property_readonly(
          "parameters", [](const SolverInfo& s) { return listOf(s.parameters); }, "Its settings.")
      .def("__repr__", [](const SolverInfo& s) { return "<keystone.SolverInfo " + std::string(s.id) + ">"; });
}

void bindStepperInfo(py::module_& module) {
  py::class_<StepperInfo>(module, "StepperInfo", "A method that moves worlds in time. Read-only.")
      .def_property_readonly(
          "id", [](const StepperInfo& s) { return s.id; }, "What `stepper=` takes.")
      .def_property_readonly(
          "title", [](const StepperInfo& s) { return s.title; }, "For people.")
      .def_property_readonly(
          "help", [](const StepperInfo& s) { return s.help; }, "One line.")
      .def_property_readonly(
          "uses_solver", [](const StepperInfo& s) { return s.uses_solver; },
          "False: a method of its own, which asks no solver.")
      .def_property_readonly(
          "may_sleep", [](const StepperInfo& s) { return s.may_sleep; }, "Whether bodies at rest may sleep under it.")
      .def_property_readonly(
          "parameters", [](const StepperInfo& s) { return listOf(s.parameters); }, "Its settings.")
      .def("__repr__", [](const StepperInfo& s) { return "<keystone.StepperInfo " + std::string(s.id) + ">"; });
}

void bindSceneEntry(py::module_& module) {
  py::class_<SceneEntry>(module, "SceneEntry", "What a list shows of a scene that comes along. Read-only.")
      .def_readonly("id", &SceneEntry::id, "What Simulation() takes.")
      .def_readonly("name", &SceneEntry::name, "For people.")
      .def_readonly("group", &SceneEntry::group, "Where it belongs.")
      .def_readonly("description", &SceneEntry::description, "What is seen in it.")
      .def("__repr__", [](const SceneEntry& s) { return "<keystone.SceneEntry " + s.id + ">"; });
}

}  // namespace

std::string textOf(const py::handle& value) {
  if (py::isinstance<py::float_>(value)) return exactDecimal(value.cast<double>());
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "1" : "0";
  return py::str(value);
}

std::string assetFolder() {
  const char* home = std::getenv("KEYSTONE_HOME");
  return home != nullptr && *home != '\0' ? std::string(home) + "/assets" : givenAssets();
}

void setParameters(const std::string& place, std::string_view owner, std::span<const Parameter> parameters,
                   const py::object& given, ParameterValues& values) {
  if (given.is_none()) return;
  for (const auto& [id, value] : given.cast<py::dict>())
    setParameter(place, {owner, parameters}, id.cast<std::string>(), textOf(value), values);
}

py::dict parametersOf(std::span<const Parameter> parameters, const ParameterValues& values) {
  py::dict dict;
  for (const Parameter& parameter : parameters)
    dict[py::str(std::string(parameter.id))] = valueOf(parameter, parameterOf(parameters, values, parameter.id));
  return dict;
}

void bindLists(py::module_& module) {
  bindParameter(module);
  bindSolverInfo(module);
  bindStepperInfo(module);
  bindSceneEntry(module);
  module.def(
      "solvers", [] { return std::vector<const SolverInfo*>(solvers().begin(), solvers().end()); },
      py::return_value_policy::reference, "All methods that solve contact problems; the first is the default.");
  module.def(
      "steppers",
      [] {
        std::vector<const StepperInfo*> all;
        for (const StepperInfo& stepper : steppers()) all.push_back(&stepper);
        return all;
      },
      py::return_value_policy::reference, "All methods that move worlds; the first is the default.");
  module.def(
      "scenes", [] { return listSceneEntries(assetFolder()); }, "The scenes that come along, by group.");
  module.def(
      "set_threads",
      [](int count) {
        if (count < 0) throw ArgumentError("count", std::to_string(count), "0 or more");
        setThreads(count);
      },
      py::arg("count"),
      "Threads that solves and steps may use; 0: as many as the machine has. Results do not depend on it. Raises\n"
      "Error for a number below 0.");
  module.def("threads", &threads, "Threads that solves and steps may use.");
  module.def(
      "_find_scene", [](const std::string& name) { return findScene(name, assetFolder()); }, py::arg("name"),
      "For the package itself: where a scene by name or path is.");
  module.def(
      "_scene_text", &chosenSceneText, py::arg("address"),
      "For the package itself: what the scene file at a place of _find_scene() holds, as if of that scene alone.");
  module.def(
      "_is_robot_file", [](const std::string& path) { return isRobotFile(path); }, py::arg("path"),
      "For the package itself: whether a file of that name is a robot's (MJCF, URDF, SDFormat), not a scene file.");
  module.def(
      "_set_assets", [](const std::string& folder) { givenAssets() = folder; }, py::arg("folder"),
      "For the package itself: where scenes and meshes are.");
}

}  // namespace keystone::bind
