// The joints of a simulation: where they are, what drives them and what they carry. Nothing here wakes anybody: who
// sleeps wakes when a joint is not as it was (sleep/sleep.h).
#include <pybind11/stl.h>

#include <algorithm>

#include "articulated/articulated_inertia.h"
#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"
#include "math/decimal.h"
#include "observe/joint_loads.h"
#include "problem/assemble_joints.h"
#include "robot/set_coordinates.h"
#include "world/bounds.h"
#include "world/motion.h"
#include "world/sleep_state.h"

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

std::string nameOf(const Joint& joint, std::size_t index) {
  return joint.name.empty() ? "joint " + std::to_string(index) : joint.name;
}

// Throws where a coordinate that cannot be set would change, or one would leave what its kind allows.
void checkPositions(const World& world, const Forest& forest, const VecX& q) {
  std::vector<char> settable;
  findSettable(world.joints, forest, settable);
  for (std::size_t i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    const JointKindInfo& kind = infoOf(joint.kind);
    const double wanted = q[static_cast<Eigen::Index>(i)], now = coordinateOf(joint, world.bodies);
    if (wanted == now) continue;
    const auto refuse = [&](const std::string& expected) {
      throw ArgumentError("joint_positions of " + nameOf(joint, i), exactDecimal(wanted), expected);
    };
    if (settable[i] == 0)
      refuse(exactDecimal(now) + ", where it is: it has no coordinate of its own, or is in a loop of joints");
    if (!(wanted >= kind.least && wanted <= kind.most))
      refuse(exactDecimal(kind.least) + " to " + exactDecimal(kind.most));
  }
}

// The rates of all coordinates stay.
void setPositions(RunningScene& running, const py::object& given) {
  World world = running.world();
  const VecX q = vectorFrom(given, static_cast<py::ssize_t>(world.joints.size()), "joint_positions");
  wakeAll(world);  // the trees are those of bodies that are awake
  PlacedForest placed;
  placeForest(world.bodies, world.joints, world.planar, placed);
  checkPositions(world, placed.forest, q);
  ArticulatedInertia factor;
  factorInertia(placed, factor);
  VecX v;
  velocitiesOf(world.bodies, v);
  const VecX rates = holdTrees(placed, factor, {}, v);
  setCoordinates(world.joints, placed.forest, q, world.bodies);
  replaceForest(world.bodies, world.joints, placed);
  spreadVelocities(placed, rates, v);
  setVelocities(world.bodies, v);
  running.world() = std::move(world);
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
bool takesRotor(const Joint& joint) {
  return infoOf(joint.kind).armature();
}
bool takesEffort(const Joint& joint) {
  return joint.hasCoordinate();
}

constexpr const char* kNoMotor = "0: it has no motor";
constexpr const char* kNoSpring = "0: joints of its kind take no spring";

constexpr JointDrive kDrives[] = {
    {"motor_max", &Joint::motor_max, takesEffort, "0: it has no coordinate", 0.0, kForce.high,
     "[joints] [N m] or [N], the strength of motors; 0: no motor. Held until assigned again. A read-only copy."},
    {"motor_speeds", &Joint::motor_speed, hasMotor, kNoMotor, kSpeed.low, kSpeed.high,
     "[joints] [rad/s] or [m/s], wanted of the coordinates by motors that are as strong as motor_max. Held\n"
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
    {"armature", &Joint::armature, takesRotor, "0: joints of its kind take no rotor", 0.0, kMass.high,
     "[joints] [kg m^2] or [kg], inertia of a rotor that the coordinate's rate alone turns: mass_matrix has it on\n"
     "its diagonal. Held until assigned again. A read-only copy."},
};

// `joint` as it would be.
void checkDrive(const JointDrive& drive, std::size_t index, const Joint& joint) {
  const double number = joint.*drive.number;
  const JointKindInfo& kind = infoOf(joint.kind);
  const bool of_kind = drive.least == drive.most;
  const double least = of_kind ? kind.least : drive.least, most = of_kind ? kind.most : drive.most;
  const auto refuse = [&](const std::string& expected) {
    throw ArgumentError(std::string(drive.name) + " of " + nameOf(joint, index), exactDecimal(number), expected);
  };
  if (!drive.may(joint)) {
    if (number != 0.0) refuse(drive.lacks);
  } else if (!(number >= least && number <= most)) {
    refuse(exactDecimal(least) + " to " + exactDecimal(most));
  }
  if (joint.motor_max == 0.0 && joint.motor_speed != 0.0) refuse("more than 0 while motor_speeds has a speed for it");
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
      .def_property("joint_positions", &positionsOf, &setPositions,
                    "[joints] [rad] or [m], the coordinates; 0 of joints that have none. A read-only copy; assign to\n"
                    "move, rigidly, what hinges and sliders of trees carry. Rates stay. Raises Error where that would\n"
                    "open a loop of joints.")
      .def_property_readonly(
          "joint_velocities", &velocitiesOf,
          "[joints] [rad/s] or [m/s], of the coordinates; 0 of joints that have none. A read-only copy.")
      .def_property_readonly("joint_loads", &loads,
                             "[joints x 6] [N, N m], force and torque of the last step on body b at the anchor, world\n"
                             "frame. A copy, or None before the first step.");
  for (const JointDrive& drive : kDrives) defineDrive(drive, simulation);
}

}  // namespace keystone::bind
