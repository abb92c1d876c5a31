// A scene that runs, in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "bind/problem.h"
#include "scene/scene_def.h"

namespace keystone::bind {

namespace py = pybind11;

class RunningScene {
 public:
  explicit RunningScene(Scene scene) : scene_(std::move(scene)) {}

  // All but a step goes through these, and holds the interpreter's lock. Throw while another thread steps it.
  Scene& scene() {
    refuseWhileBusy();
    return scene_;
  }
  const Scene& scene() const {
    refuseWhileBusy();
    return scene_;
  }
  Simulation& simulation() { return scene().simulation; }
  const Simulation& simulation() const { return scene().simulation; }
  World& world() { return simulation().world; }
  const World& world() const { return simulation().world; }

  // So many steps. Stops between two of them, or within one that then changes nothing, at Ctrl-C.
  // `seen`, which must not touch Python, gets each report.
  void step(long count, const std::function<void(const StepReport&)>& seen = {});
  // The same of several, each of which is stepped by one thread. Throws ArgumentError where one of them is named twice.
  static void stepAll(std::span<const std::shared_ptr<RunningScene>> all, long count);
  // A copy of the last step's problem, made once a step.
  std::shared_ptr<Problem> problem();
  // What the last step came to is of a world that is gone.
  void forgetStep();

 private:
  class Busy;
  void refuseWhileBusy() const;
  void stepUnlocked(long count, const std::function<void(const StepReport&)>& seen = {});

  Scene scene_;
  std::shared_ptr<Problem> problem_;
  bool busy_ = false;  // guarded by the interpreter's lock
};

// The first body of that name. Throws ArgumentError.
int indexOfBody(const World& world, const std::string& name);

using SimulationClass = py::class_<RunningScene, std::shared_ptr<RunningScene>>;

void bindReport(py::module_& module);
void bindSimulation(py::module_& module);
void bindRuns(py::module_& module, SimulationClass& simulation);  // many steps, many simulations
void bindDynamics(SimulationClass& simulation);                   // mass matrix, bias forces, Jacobian of joints
void bindEdits(SimulationClass& simulation);                      // bodies and joints that come and go
void bindMethod(SimulationClass& simulation);                     // which stepper, which solver
void bindState(SimulationClass& simulation);                      // bodies, poses, velocities
void bindForces(SimulationClass& simulation);                     // what Python applies to bodies
void bindContacts(SimulationClass& simulation);
void bindJoints(SimulationClass& simulation);
void bindSnapshot(py::module_& module, SimulationClass& simulation);
void bindAnalysis(py::module_& module);

}  // namespace keystone::bind
