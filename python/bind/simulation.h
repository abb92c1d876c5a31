// A scene that runs, in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

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
  void step(long count);
  // A copy of the last step's problem, made once a step.
  std::shared_ptr<Problem> problem();
  // What the last step came to is of a world that is gone.
  void forgetStep();

 private:
  void refuseWhileBusy() const;

  Scene scene_;
  std::shared_ptr<Problem> problem_;
  bool busy_ = false;  // guarded by the interpreter's lock
};

using SimulationClass = py::class_<RunningScene, std::shared_ptr<RunningScene>>;

void bindReport(py::module_& module);
void bindSimulation(py::module_& module);
void bindMethod(SimulationClass& simulation);  // which stepper, which solver
void bindState(SimulationClass& simulation);   // bodies, poses, velocities
void bindJoints(SimulationClass& simulation);
void bindSnapshot(py::module_& module, SimulationClass& simulation);
void bindAnalysis(py::module_& module);

}  // namespace keystone::bind
