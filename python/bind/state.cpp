// The bodies of a simulation: where they are and how they move. Arrays are copies, so that a history of them is one.
#include <pybind11/stl.h>

#include <cmath>

#include "bind/body_rows.h"
#include "bind/simulation.h"
#include "world/sleep_state.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

constexpr double kUnit = 1e-9;  // by how much the length of a quaternion may be off

// Checks every row by check(body, row) before any is set by set(body, row).
template <int Columns, class Check, class Set>
void assign(RunningScene& running, const char* place, const py::object& given, const Check& check, const Set& set) {
  const BodyRows<Columns> rows(running.world(), place, given, check);
  std::vector<Body>& bodies = running.world().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) set(bodies[i], rows[i]);
  wakeAll(running.world());
}

void setPositions(RunningScene& running, const py::object& given) {
  assign<3>(
      running, "positions", given, [](const Body&, const Vec3&) {},
      [](Body& body, const Vec3& row) { body.pose.position = row; });
}

void setOrientations(RunningScene& running, const py::object& given) {
  const bool planar = running.world().planar;
  assign<4>(
      running, "orientations", given,
      [planar](const Body& body, const Eigen::Vector4d& row) {
        if (std::abs(row.norm() - 1.0) > kUnit) refuseRow("orientation", body, "no unit quaternion", "x, y, z, w");
        if (planar && (row[0] != 0.0 || row[1] != 0.0))
          refuseRow("orientation", body, "a turn out of the plane", "x = y = 0 in a planar world");
      },
      [](Body& body, const Eigen::Vector4d& row) { body.pose.orientation.coeffs() = row; });
}

void setVelocities(RunningScene& running, const py::object& given) {
  const bool planar = running.world().planar;
  assign<3>(
      running, "velocities", given,
      [planar](const Body& body, const Vec3& row) {
        if (body.kind == BodyKind::Static && !row.isZero(0.0))
          refuseRow("velocity", body, "a motion", "0: it is static");
        if (planar && row.z() != 0.0) refuseRow("velocity", body, "one along z", "z = 0 in a planar world");
      },
      [](Body& body, const Vec3& row) { body.velocity = row; });
}

void setAngularVelocities(RunningScene& running, const py::object& given) {
  const bool planar = running.world().planar;
  assign<3>(
      running, "angular_velocities", given,
      [planar](const Body& body, const Vec3& row) {
        if (body.kind == BodyKind::Static && !row.isZero(0.0))
          refuseRow("angular velocity", body, "a motion", "0: it is static");
        if (planar && (row.x() != 0.0 || row.y() != 0.0))
          refuseRow("angular velocity", body, "one out of the plane", "x = y = 0 in a planar world");
      },
      [](Body& body, const Vec3& row) { body.omega = row; });
}

// A body with what it is made of. A copy.
struct WholeBody {
  int index;
  Body body;
  Collider collider;
};

std::vector<WholeBody> bodiesOf(const RunningScene& running) {
  const World& world = running.world();
  std::vector<WholeBody> bodies;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    bodies.push_back({static_cast<int>(i), world.bodies[i], world.colliders[i]});
  return bodies;
}

WholeBody bodyNamed(const RunningScene& running, const std::string& name) {
  const World& world = running.world();
  const int index = indexOfBody(world, name);
  return {index, world.bodies[index], world.colliders[index]};
}

py::dict dictOf(const WholeBody& whole) {
  return py::module_::import("json").attr("loads")(bodyText(whole.body, whole.collider));
}

py::array_t<double> inertiaOf(const WholeBody& whole) {
  py::array_t<double> inertia({3, 3});
  for (py::ssize_t i = 0; i < 3; ++i)
    for (py::ssize_t j = 0; j < 3; ++j) inertia.mutable_at(i, j) = whole.body.inertia(i, j);
  return inertia;
}

std::vector<std::string> namesOf(const RunningScene& running) {
  std::vector<std::string> names;
  for (const Body& body : running.world().bodies) names.push_back(body.name);
  return names;
}

void defineArrays(SimulationClass& simulation) {
  simulation
      .def_property(
          "positions",
          [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.pose.position; }); },
          &setPositions, "[bodies x 3] [m], centres of mass, world frame. A read-only copy; assign to change them.")
      .def_property(
          "orientations",
          [](const RunningScene& r) {
            return tableOf<4>(r, [](const Body& b) { return b.pose.orientation.coeffs(); });
          },
          &setOrientations,
          "[bodies x 4], unit quaternions x, y, z, w, body to world; scene files have w first. A read-only copy; "
          "assign to "
          "change them.")
      .def_property(
          "velocities", [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.velocity; }); },
          &setVelocities,
          "[bodies x 3] [m/s], of centres of mass, world frame. A read-only copy; assign to change them.")
      .def_property(
          "angular_velocities",
          [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.omega; }); },
          &setAngularVelocities, "[bodies x 3] [rad/s], world frame. A read-only copy; assign to change them.");
}

void defineBody(SimulationClass& simulation) {
  py::class_<WholeBody>(simulation, "Body", "What a body is. A copy.")
      .def_readonly("index", &WholeBody::index, "Its row in the arrays of the simulation.")
      .def_property_readonly(
          "name", [](const WholeBody& b) { return b.body.name; }, "As in the scene.")
      .def_property_readonly(
          "kind", [](const WholeBody& b) { return toString(b.body.kind); }, "'static', 'kinematic' or 'dynamic'.")
      .def_property_readonly(
          "mass", [](const WholeBody& b) { return b.body.mass; }, "[kg]; of no effect unless it is dynamic.")
      .def_property_readonly("inertia", &inertiaOf, "[3 x 3] [kg m^2], about the centre of mass, body frame. A copy.")
      .def_property_readonly(
          "shape", [](const WholeBody& b) { return py::object(dictOf(b)["shape"]); },
          "A dict as in scene files, lengths in m.")
      .def_property_readonly(
          "material", [](const WholeBody& b) { return py::object(dictOf(b)["material"]); }, "A dict as in scene files.")
      .def_property_readonly(
          "asleep", [](const WholeBody& b) { return b.body.isAsleep(); }, "Whether it sleeps.")
      .def("to_dict", &dictOf, "All of it, as an entry of a scene file's bodies, which add() takes.")
      .def("__repr__", [](const WholeBody& b) {
        return "<keystone.Simulation.Body " + b.body.name + ", " + std::string(toString(b.body.kind)) + ">";
      });
}

}  // namespace

void bindState(SimulationClass& simulation) {
  defineBody(simulation);
  simulation.def_property_readonly("bodies", &bodiesOf, "The bodies in their order. Copies.")
      .def("__getitem__", &bodyNamed, "name"_a, "The first body of that name, a copy. Raises Error.")
      .def_property_readonly("names", &namesOf, "Names of the bodies in their order.");
  defineArrays(simulation);
}

}  // namespace keystone::bind
