// Bodies and joints that come and go between two steps.
#include <pybind11/stl.h>

#include <algorithm>

#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/plain_json.h"
#include "bind/simulation.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

template <class Item>
int indexOf(const std::vector<Item>& items, const std::string& name, const char* expected) {
  const auto found = std::ranges::find(items, name, &Item::name);
  if (found == items.end()) throw ArgumentError("name", "'" + name + "'", expected);
  return static_cast<int>(found - items.begin());
}

// The present scene with the parts behind its own.
Scene withParts(const Scene& scene, const py::dict& parts) {
  const py::module_ json = py::module_::import("json");
  const py::dict plain = plainJson(parts, "");
  const py::dict whole = json.attr("loads")(sceneText(scene));
  for (const auto& [key, items] : plain) {
    const auto name = key.cast<std::string>();
    if (name != "materials" && name != "bodies" && name != "joints")
      throw ArgumentError("parts", "the key '" + name + "'", "materials, bodies or joints");
    if (whole.contains(key) && py::isinstance<py::list>(items))
      whole[key].attr("extend")(items);
    else
      whole[key] = items;  // also what is no list, for the reader to refuse
  }
  return parseScene(json.attr("dumps")(whole).cast<std::string>(), "parts", assetFolder());
}

// The bodies that were there keep their state and what is remembered of their contacts.
void add(RunningScene& running, const py::dict& parts) {
  Scene grown = withParts(running.scene(), parts);
  World &world = running.world(), &from = grown.simulation.world;
  const auto bodies = world.bodies.size();
  for (std::size_t i = bodies; i < from.bodies.size(); ++i)
    addBody(world, std::move(from.bodies[i]), std::move(from.colliders[i]), from.colours[i]);
  for (Path& path : from.paths)
    if (path.body >= static_cast<int>(bodies)) world.paths.push_back(std::move(path));
  for (std::size_t i = world.joints.size(); i < from.joints.size(); ++i)
    world.joints.push_back(std::move(from.joints[i]));
  running.forgetStep();
}

void removeNamed(RunningScene& running, const std::string& name) {
  removeBody(running.world(), indexOfBody(running.world(), name));
  running.forgetStep();
}

void removeJointNamed(RunningScene& running, const std::string& name) {
  removeJoint(running.world(), indexOf(running.world().joints, name, "the name of a joint"));
  running.forgetStep();
}

}  // namespace

int indexOfBody(const World& world, const std::string& name) {
  return indexOf(world.bodies, name, "the name of a body");
}

void bindEdits(SimulationClass& simulation) {
  simulation
      .def("add", &add, "parts"_a,
           "Bodies and joints come in before the next step: {'materials': {...}, 'bodies': [...], 'joints': [...]} as\n"
           "in scene files, behind those that are there, whose names new joints may use. The others keep their state\n"
           "and the impulses that warm starts go by. The scene is read as a whole: its cost grows with it. Raises\n"
           "Error, and nothing is changed then.")
      .def("remove", &removeNamed, "name"_a,
           "Takes out the first body of that name, with its joints and forces; later rows of all arrays move up. The\n"
           "others keep their state and impulses. Raises Error.")
      .def("remove_joint", &removeJointNamed, "name"_a, "Takes out the first joint of that name. Raises Error.");
}

}  // namespace keystone::bind
