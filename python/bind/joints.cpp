// The joints of a simulation: where they are, what drives them and what they carry. Nothing here wakes anybody: who
// sleeps wakes when a joint is not as it was (sleep/sleep.h).
#include <pybind11/stl.h>

#include <algorithm>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"
#include "math/decimal.h"
#include "observe/joint_loads.h"
#include "problem/assemble_joints.h"
#include "world/bounds.h"

namespace keystone::bind {
namespace {

// [joints], number(joint). Read-only.
template <class Number>
py::array_t<double> numbersOf(const World& world, const Number& number) {
  py::array_t<double> numbers(static_cast<py::ssize_t>(world.joints.size()));
  std::ranges::transform(world.joints, numbers.mutable_data(), number);
  return readOnly(std::move(numbers));
}

py::array_t<double> positionsOf(const RunningScene& running) {
  const World& world = running.world();
  return numbersOf(world, [&](const Joint& joint) { return coordinateOf(joint, world.bodies); });
}

py::array_t<double> velocitiesOf(const RunningScene& running) {
  const World& world = running.world();
  return numbersOf(world, [&](const Joint& joint) {
    if (!joint.hasCoordinate()) return 0.0;
    const JointRow row = coordinateRow(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b));
    return jointRowRate(world.bodies, joint, row);
  });
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

// A number of each joint that may be set between steps, and holds until it is set again.
struct JointDrive {
  const char* name;
  double Joint::*number;
  bool (*may)(const Joint& joint);  // whether it may be other than 0
  const char* lacks;                // what a joint that may not lacks
  double least, most;               // both 0: those of the kind's coordinate
  const char* help;
};

bool hasMotor(const Joint& joint) {
  return joint.motor_max > 0.0;
}
bool takesSpring(const Joint& joint) {
  return infoOf(joint.kind).spring;
}
bool takesEffort(const Joint& joint) {
  return joint.hasCoordinate();
}

constexpr const char* kNoMotor = "0: it has no motor";
constexpr const char* kNoSpring = "0: joints of its kind take no spring";

constexpr JointDrive kDrives[] = {
    {"motor_speeds", &Joint::motor_speed, hasMotor, kNoMotor, kSpeed.low, kSpeed.high,
     "[joints] [rad/s] or [m/s], wanted of the coordinates by motors that are as strong as Joint.motor_max. Held\n"
     "until assigned again. A read-only copy."},
    {"joint_efforts", &Joint::effort, takesEffort, "0: it has no coordinate", kForce.low, kForce.high,
     "[joints] [N m] or [N], that act along the coordinates, on b and against a, in every step until assigned\n"
     "again. A read-only copy."},
    {"position_targets", &Joint::rest, takesSpring, kNoSpring, 0.0, 0.0,
     "[joints] [rad] or [m], where kp pulls to. Of a hinge the way to it is the angle's, which without limits goes\n"
     "from -pi to pi. Held until assigned again. A read-only copy."},
    {"velocity_targets", &Joint::rest_speed, takesSpring, kNoSpring, kSpeed.low, kSpeed.high,
     "[joints] [rad/s] or [m/s], that kd pulls to. Held until assigned again. A read-only copy."},
    {"kp", &Joint::stiffness, takesSpring, kNoSpring, 0.0, kForce.high,
     "[joints] [N m/rad] or [N/m], of drives kp (position_target - position) + kd (velocity_target - velocity) +\n"
     "effort, which steps take implicitly: stable at any gain. Held until assigned again. A read-only copy."},
    {"kd", &Joint::damping, takesSpring, kNoSpring, 0.0, kForce.high,
     "[joints] [N m s/rad] or [N s/m], see kp. Held until assigned again. A read-only copy."},
};

// `joint` as it would be.
void checkDrive(const JointDrive& drive, std::size_t index, const Joint& joint) {
  const double number = joint.*drive.number;
  const JointKindInfo& kind = infoOf(joint.kind);
  const bool of_kind = drive.least == drive.most;
  const double least = of_kind ? kind.least : drive.least, most = of_kind ? kind.most : drive.most;
  const auto refuse = [&](const std::string& expected) {
    const std::string name = joint.name.empty() ? "joint " + std::to_string(index) : joint.name;
    throw ArgumentError(std::string(drive.name) + " of " + name, exactDecimal(number), expected);
  };
  if (!drive.may(joint)) {
    if (number != 0.0) refuse(drive.lacks);
  } else if (!(number >= least && number <= most)) {
    refuse(exactDecimal(least) + " to " + exactDecimal(most));
  }
  if (joint.kind == JointKind::Spring && !joint.hasSpring()) refuse("kp or kd above 0 of a spring");
}

void setDrive(const JointDrive& drive, RunningScene& running, const py::object& given) {
  std::vector<Joint>& joints = running.world().joints;
  const VecX numbers = vectorFrom(given, static_cast<py::ssize_t>(joints.size()), drive.name);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Joint changed = joints[i];
    changed.*drive.number = numbers[static_cast<Eigen::Index>(i)];
    checkDrive(drive, i, changed);
  }
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].*drive.number = numbers[static_cast<Eigen::Index>(i)];
}

void defineDrive(const JointDrive& drive, SimulationClass& simulation) {
  simulation.def_property(
      drive.name,
      [&drive](const RunningScene& r) {
        return numbersOf(r.world(), [&](const Joint& joint) { return joint.*drive.number; });
      },
      [&drive](RunningScene& r, const py::object& given) { setDrive(drive, r, given); }, drive.help);
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
      .def_property_readonly("joint_positions", &positionsOf,
                             "[joints] [rad] or [m], the coordinates; 0 of joints that have none. A read-only copy.")
      .def_property_readonly(
          "joint_velocities", &velocitiesOf,
          "[joints] [rad/s] or [m/s], of the coordinates; 0 of joints that have none. A read-only copy.")
      .def_property_readonly("joint_loads", &loads,
                             "[joints x 6] [N, N m], force and torque of the last step on body b at the anchor, world\n"
                             "frame. A copy, or None before the first step.");
  for (const JointDrive& drive : kDrives) defineDrive(drive, simulation);
}

}  // namespace keystone::bind
