// States of a simulation to come back to.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/simulation.h"
#include "math/decimal.h"
#include "record/bytes.h"
#include "record/world_state.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

// The scene with its world and method; what the last step came to is left out.
struct Snapshot {
  Scene scene;
};

Scene withoutStep(Scene scene) {
  static_cast<StepResult&>(scene.simulation) = {};
  return scene;
}

bool haveSameBodies(const World& a, const World& b) {
  return std::equal(a.bodies.begin(), a.bodies.end(), b.bodies.begin(), b.bodies.end(),
                    [](const Body& x, const Body& y) { return x.name == y.name && x.kind == y.kind; });
}

void restore(RunningScene& running, const Snapshot& snapshot) {
  const World& world = snapshot.scene.simulation.world;
  if (!haveSameBodies(world, running.world()))
    throw ArgumentError("snapshot", "one of " + snapshot.scene.id,
                        "one of the same bodies, as of " + running.scene().id);
  running.world() = world;
  running.forgetStep();
}

// A scene for pickle: its file, and what that does not hold. Its last step is left out.
py::tuple pickled(const Scene& scene) {
  ByteWriter state;
  writeState(scene.simulation.world, state);
  return py::make_tuple(scene.id, sceneText(scene), py::bytes(state.bytes()));
}

Scene unpickled(const py::tuple& parts) {
  Scene scene = parseScene(parts[1].cast<std::string>(), "pickle", assetFolder());
  scene.id = parts[0].cast<std::string>();
  const auto state = parts[2].cast<std::string>();
  ByteReader bytes(state);
  readState(bytes, scene.simulation.world);
  return scene;
}

}  // namespace

void bindSnapshot(py::module_& module, SimulationClass& simulation) {
  py::class_<Snapshot, std::shared_ptr<Snapshot>>(
      module, "Snapshot",
      "The state of a simulation at one time, with what warm starts and sleep go by. Never changes.")
      .def_property_readonly(
          "time", [](const Snapshot& s) { return s.scene.simulation.world.time; }, "[s], simulated.")
      .def_property_readonly(
          "steps", [](const Snapshot& s) { return s.scene.simulation.world.step; }, "Steps done.")
      .def_property_readonly(
          "state_hash", [](const Snapshot& s) { return hexDigits(stateHash(s.scene.simulation.world)); },
          "As Simulation.state_hash.")
      .def(
          "save", [](const Snapshot& s, const std::filesystem::path& path) { saveScene(s.scene, path.string()); },
          "path"_a, "Writes a scene file. Reading it gives the same state hash; warm starts begin anew. Raises Error.")
      .def(py::pickle([](const Snapshot& s) { return pickled(s.scene); },
                      [](const py::tuple& parts) { return std::make_shared<Snapshot>(Snapshot{unpickled(parts)}); }))
      .def("__repr__", [](const Snapshot& s) {
        return "<keystone.Snapshot of " + s.scene.id + ", t = " + exactDecimal(s.scene.simulation.world.time) + " s>";
      });
  simulation
      .def(
          "snapshot",
          [](const RunningScene& r) { return std::make_shared<Snapshot>(Snapshot{withoutStep(r.scene())}); },
          "The present state, to be restored: what follows then is the same to the last bit.")
      .def("restore", &restore, "snapshot"_a,
           "Goes back to a state of this simulation or of a copy. The method stays as it is now. Raises Error for one\n"
           "of other bodies.")
      .def(
          "copy", [](const RunningScene& r) { return std::make_shared<RunningScene>(withoutStep(r.scene())); },
          "Another simulation in the same state by the same method.")
      .def(py::pickle([](const RunningScene& r) { return pickled(r.scene()); },
                      [](const py::tuple& parts) { return std::make_shared<RunningScene>(unpickled(parts)); }))
      .def("__copy__", [](const RunningScene& r) { return std::make_shared<RunningScene>(withoutStep(r.scene())); })
      .def(
          "__deepcopy__",
          [](const RunningScene& r, const py::dict&) { return std::make_shared<RunningScene>(withoutStep(r.scene())); },
          "memo"_a)
      .def(
          "save", [](const RunningScene& r, const std::filesystem::path& path) { saveScene(r.scene(), path.string()); },
          "path"_a, "Writes the present state as a scene file. Reading it gives the same state hash. Raises Error.")
      .def(
          "to_dict",
          [](const RunningScene& r) { return py::module_::import("json").attr("loads")(sceneText(r.scene())); },
          "What save() writes, as a dict that Simulation() takes.");
}

}  // namespace keystone::bind
