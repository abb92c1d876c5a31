#include "bind/simulation.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/plain_json.h"
#include "bind/released.h"
#include "math/decimal.h"
#include "math/parallel.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

// NAME=VALUE each.
std::vector<std::string> settingsOf(const py::object& parameters) {
  std::vector<std::string> settings;
  if (parameters.is_none()) return settings;
  for (const auto& [name, value] : parameters.cast<py::dict>())
    settings.push_back(name.cast<std::string>() + "=" + textOf(value));
  return settings;
}

// A dict is the contents of a scene file; all else is a name or a path.
Scene sceneFrom(const py::object& given, const std::vector<std::string>& settings) {
  if (py::isinstance<py::dict>(given)) {
    const auto text = py::module_::import("json").attr("dumps")(plainJson(given, "")).cast<std::string>();
    return parseScene(text, "scene", assetFolder(), settings);
  }
  const auto name = py::module_::import("os").attr("fspath")(given).cast<std::string>();
  return loadScene(withValues(findScene(name, assetFolder()), settings), assetFolder());
}

void chooseSolver(Simulation& simulation, const std::string& id, const py::object& parameters) {
  if (!id.empty()) {
    const SolverInfo& chosen = solverNamed("solver", id);
    if (&chosen != simulation.solver) simulation.parameters.clear();
    simulation.solver = &chosen;
  }
  setParameters("parameters", simulation.solver->id, simulation.solver->parameters, parameters, simulation.parameters);
}

void chooseStepper(Simulation& simulation, const std::string& id, const py::object& parameters) {
  if (!id.empty()) simulation.stepper = stepperNamed("stepper", id).kind;
  const StepperInfo& stepper = stepperInfo(simulation.stepper);
  setParameters("stepper_parameters", stepper.id, stepper.parameters, parameters, simulation.stepper_parameters);
}

std::shared_ptr<RunningScene> open(const py::object& scene, const std::optional<std::string>& solver,
                                   const py::object& parameters, const std::optional<std::string>& stepper,
                                   const py::object& stepper_parameters, const py::object& scene_parameters) {
  Scene opened = sceneFrom(scene, settingsOf(scene_parameters));
  chooseSolver(opened.simulation, solver.value_or(""), parameters);
  chooseStepper(opened.simulation, stepper.value_or(""), stepper_parameters);
  return std::make_shared<RunningScene>(std::move(opened));
}

StepReport stepBy(RunningScene& running, long count) {
  checkCount("count", count, 0);
  running.step(count);
  return running.simulation().report;
}

std::string represent(const RunningScene& running) {
  const Scene& scene = running.scene();
  return "<keystone.Simulation " + scene.id + ", " + std::to_string(scene.simulation.world.bodies.size()) +
         " bodies, t = " + exactDecimal(scene.simulation.world.time) + " s>";
}

void defineTexts(SimulationClass& simulation) {
  const auto define = [&](const char* name, std::string Scene::*member, const char* help) {
    simulation.def_property_readonly(
        name, [member](const RunningScene& r) { return r.scene().*member; }, help);
  };
  define("id", &Scene::id,
         "As scenes() has it, else the name of its file; 'scene' of a dict. What is set follows: 'arch#stones=101'.");
  simulation.def_property_readonly(
      "scene_parameters",
      [](const RunningScene& r) {
        py::dict values;
        for (const SceneParameter& parameter : r.scene().parameters)
          values[py::str(parameter.name)] = parameter.integer ? py::object(py::int_(std::lround(parameter.value)))
                                                              : py::object(py::float_(parameter.value));
        return values;
      },
      "What the scene offers to be set, and what it is: a dict of numbers. A copy.");
  define("name", &Scene::name, "For people.");
  define("group", &Scene::group, "Where it belongs.");
  define("description", &Scene::description, "What is seen in it.");
  define("source", &Scene::source, "The paper and figure it comes from.");
}

void defineClock(SimulationClass& simulation) {
  simulation
      .def_property_readonly(
          "planar", [](const RunningScene& r) { return r.world().planar; },
          "Whether bodies move along x and y and turn about z alone.")
      .def_property_readonly(
          "time", [](const RunningScene& r) { return r.world().time; }, "[s], simulated.")
      .def_property_readonly(
          "steps", [](const RunningScene& r) { return r.world().step; }, "Number of steps done.")
      .def_property(
          "h", [](const RunningScene& r) { return r.world().h; },
          [](RunningScene& r, double h) {
            if (!(h > 0.0 && h <= 1.0)) throw ArgumentError("h", exactDecimal(h), "above 0 s, at most 1 s");
            r.world().h = h;
          },
          "[s], length of a step.")
      .def_property(
          "gravity", [](const RunningScene& r) { return readOnly(copyOf(r.world().gravity)); },
          [](RunningScene& r, const py::object& given) { r.world().gravity = Vec3(vectorFrom(given, 3, "gravity")); },
          "[3] [m/s^2]. A read-only copy; assign to change it.")
      .def_property_readonly(
          "state_hash", [](const RunningScene& r) { return hexDigits(stateHash(r.world())); },
          "16 hexadecimal digits over the bits of time, poses and velocities, as keystone-cli's.");
}

void defineSteps(SimulationClass& simulation) {
  simulation
      .def("step", &stepBy, "count"_a = 1,
           "So many steps of h; the report of the last one. Other threads go on meanwhile, and Ctrl-C ends it between\n"
           "two steps or within one, which then changes nothing. Numerical trouble raises nothing:\n"
           "see StepReport.trouble.")
      .def_property_readonly(
          "report", [](const RunningScene& r) { return r.simulation().report; }, "What the last step did. A copy.")
      .def_property_readonly(
          "problem", [](RunningScene& r) { return r.problem(); },
          "The contact problem of the last step. A copy, made once a step, that outlives this.")
      .def_property_readonly(
          "impulses", [](const RunningScene& r) { return copyOf(r.simulation().solution.lambda); },
          "[rows] [N s] of the last step; [N] times h under the acceleration stepper. A copy.");
}

}  // namespace

void RunningScene::refuseWhileBusy() const {
  if (busy_) throw std::runtime_error("simulation: found in a step of another thread, expected one thread at a time");
}

// While it lives, nobody else may ask the simulation.
class RunningScene::Busy : NoCopy {
 public:
  explicit Busy(RunningScene& running) : running_(running) {
    running.refuseWhileBusy();
    running.busy_ = true;
    running.problem_.reset();
  }
  ~Busy() { running_.busy_ = false; }

 private:
  RunningScene& running_;
};

void RunningScene::stepUnlocked(long count, const std::function<void(const StepReport&)>& seen) {
  for (long i = 0; i < count; ++i) {
    stopIfAsked();
    const StepReport& report = keystone::step(scene_.simulation);
    if (seen) seen(report);
  }
}

void RunningScene::step(long count, const std::function<void(const StepReport&)>& seen) {
  const Busy busy(*this);
  released([&] { stepUnlocked(count, seen); });
}

void RunningScene::stepAll(std::span<const std::shared_ptr<RunningScene>> all, long count) {
  std::vector<RunningScene*> sorted;
  for (const auto& running : all) {
    if (!running) throw ArgumentError("simulations", "None", "simulations");
    sorted.push_back(running.get());
  }
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    throw ArgumentError("simulations", "one of them twice", "each once");
  std::vector<std::unique_ptr<Busy>> busy;
  for (const auto& running : all) busy.push_back(std::make_unique<Busy>(*running));
  released([&] {
    parallelFor(static_cast<int>(all.size()), 1, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) all[i]->stepUnlocked(count);
    });
  });
}

std::shared_ptr<Problem> RunningScene::problem() {
  refuseWhileBusy();
  if (!problem_) problem_ = std::make_shared<Problem>(scene_.simulation.problem);
  return problem_;
}

void RunningScene::forgetStep() {
  static_cast<StepResult&>(simulation()) = {};
  problem_.reset();
}

void bindSimulation(py::module_& module) {
  SimulationClass simulation(module, "Simulation",
                             "A scene that runs: its world, its stepper and its solver. One thread at a time may\n"
                             "step it; meanwhile others get an Error from it.");
  simulation.def(
      py::init(&open), "scene"_a, py::kw_only(), "solver"_a = py::none(), "parameters"_a = py::none(),
      "stepper"_a = py::none(), "stepper_parameters"_a = py::none(), "scene_parameters"_a = py::none(),
      "A scene by its name (see scenes()), the path of a scene file, or a dict with what such a file holds (arrays of\n"
      "NumPy as lists).\n"
      "The method is the scene's own where nothing else is asked for. `scene_parameters` are those that the scene\n"
      "offers: {'stones': 101}. Raises Error.");
  defineTexts(simulation);
  defineClock(simulation);
  defineSteps(simulation);
  bindRuns(module, simulation);
  bindMethod(simulation);
  bindState(simulation);
  bindForces(simulation);
  bindContacts(simulation);
  bindJoints(simulation);
  bindDynamics(simulation);
  bindEdits(simulation);
  bindSnapshot(module, simulation);
  simulation.def("__repr__", &represent);
}

}  // namespace keystone::bind
