// The joints of a simulation.
#include <pybind11/stl.h>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"
#include "observe/joint_loads.h"
#include "world/sleep_state.h"

namespace keystone::bind {
namespace {

py::array_t<double> coordinates(const RunningScene& running) {
  const World& world = running.world();
  py::array_t<double> table(static_cast<py::ssize_t>(world.joints.size()));
  for (std::size_t i = 0; i < world.joints.size(); ++i)
    table.mutable_at(static_cast<py::ssize_t>(i)) = coordinateOf(world.joints[i], world.bodies);
  return table;
}

py::array_t<double> motorSpeeds(const RunningScene& running) {
  const std::vector<Joint>& joints = running.world().joints;
  py::array_t<double> table(static_cast<py::ssize_t>(joints.size()));
  for (std::size_t i = 0; i < joints.size(); ++i) table.mutable_at(static_cast<py::ssize_t>(i)) = joints[i].motor_speed;
  return table;
}

void setMotorSpeeds(RunningScene& running, const py::object& given) {
  std::vector<Joint>& joints = running.world().joints;
  const VecX speeds = vectorFrom(given, static_cast<py::ssize_t>(joints.size()), "motor_speeds");
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (speeds[static_cast<Eigen::Index>(i)] != 0.0 && joints[i].motor_max == 0.0)
      throw ArgumentError("motor_speeds of " + joints[i].name, "a speed", "0: it has no motor");
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].motor_speed = speeds[static_cast<Eigen::Index>(i)];
  wakeAll(running.world());
}

py::object loads(const RunningScene& running) {
  const std::vector<JointLoad> all = jointLoads(running.simulation());
  if (all.empty()) return py::none();
  py::array_t<double> table({static_cast<py::ssize_t>(all.size()), py::ssize_t{6}});
  double* row = table.mutable_data();
  for (const JointLoad& load : all) {
    Eigen::Map<Vec3>{row} = load.force;
    Eigen::Map<Vec3>{row + 3} = load.torque;
    row += 6;
  }
  return table;
}

}  // namespace

void bindJoints(SimulationClass& simulation) {
  py::class_<Joint>(simulation, "Joint", "What a joint is. A copy. Coordinates are angles [rad] or lengths [m].")
      .def_readonly("name", &Joint::name, "As in the scene.")
      .def_property_readonly(
          "kind", [](const Joint& j) { return toString(j.kind); }, "As 'hinge', in scene files.")
      .def_readonly("a", &Joint::a, "Index of a body; -1: the world.")
      .def_readonly("b", &Joint::b, "Index of a body; -1: the world.")
      .def_readonly("low", &Joint::low, "Least coordinate.")
      .def_readonly("high", &Joint::high, "Largest coordinate.")
      .def_readonly("motor_max", &Joint::motor_max, "[N m] or [N]; 0: no motor.")
      .def("__repr__", [](const Joint& j) {
        return "<keystone.Simulation.Joint " + j.name + ", " + std::string(toString(j.kind)) + ">";
      });
  simulation
      .def_property_readonly(
          "joints", [](const RunningScene& r) { return r.world().joints; }, "The joints in their order. Copies.")
      .def_property_readonly("joint_coordinates", &coordinates,
                             "[joints] [rad] or [m], 0 of joints that have none. A copy.")
      .def_property("motor_speeds", &motorSpeeds, &setMotorSpeeds,
                    "[joints] [rad/s] or [m/s], wanted of the coordinates. A copy; assign to change them.")
      .def_property_readonly("joint_loads", &loads,
                             "[joints x 6] [N, N m], force and torque of the last step on body b at the anchor, world\n"
                             "frame. A copy, or None before the first step.");
}

}  // namespace keystone::bind
