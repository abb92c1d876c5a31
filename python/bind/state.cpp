// The bodies of a simulation: where they are and how they move. Arrays are copies, so that a history of them is one.
#include <pybind11/stl.h>

#include <cmath>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"
#include "problem/friction_impulse.h"
#include "world/sleep_state.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

constexpr double kUnit = 1e-9;  // by how much the length of a quaternion may be off

// [bodies x Columns], from get(body), an Eigen vector.
template <int Columns, class Get>
py::array_t<double> tableOf(const RunningScene& running, const Get& get) {
  const std::vector<Body>& bodies = running.world().bodies;
  py::array_t<double> table({static_cast<py::ssize_t>(bodies.size()), static_cast<py::ssize_t>(Columns)});
  double* row = table.mutable_data();
  for (const Body& body : bodies) {
    Eigen::Map<Eigen::Matrix<double, Columns, 1>>{row} = get(body);
    row += Columns;
  }
  return table;
}

[[noreturn]] void refuseRow(const char* place, const Body& body, const std::string& found,
                            const std::string& expected) {
  throw ArgumentError(std::string(place) + " of " + body.name, found, expected);
}

// Checks every row by check(body, row) before any is set by set(body, row).
template <int Columns, class Check, class Set>
void assign(RunningScene& running, const char* place, const py::object& given, const Check& check, const Set& set) {
  using Row = Eigen::Matrix<double, Columns, 1>;
  std::vector<Body>& bodies = running.world().bodies;
  const Doubles table = tableFrom(given, static_cast<py::ssize_t>(bodies.size()), Columns, place);
  const auto rowOf = [&](std::size_t i) -> Row { return Eigen::Map<const Row>(table.data() + Columns * i); };
  for (std::size_t i = 0; i < bodies.size(); ++i) check(bodies[i], rowOf(i));
  for (std::size_t i = 0; i < bodies.size(); ++i) set(bodies[i], rowOf(i));
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

py::array_t<double> inertiaOf(const Body& body) {
  py::array_t<double> inertia({3, 3});
  for (py::ssize_t i = 0; i < 3; ++i)
    for (py::ssize_t j = 0; j < 3; ++j) inertia.mutable_at(i, j) = body.inertia(i, j);
  return inertia;
}

std::vector<std::string> namesOf(const RunningScene& running) {
  std::vector<std::string> names;
  for (const Body& body : running.world().bodies) names.push_back(body.name);
  return names;
}

py::array_t<double> contactForces(const RunningScene& running) {
  const Simulation& simulation = running.simulation();
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  py::array_t<double> forces({static_cast<py::ssize_t>(problem.contact_points.size()), py::ssize_t{3}});
  double* row = forces.mutable_data();
  for (int i = 0; i < static_cast<int>(problem.contact_points.size()); ++i, row += 3) {
    const ContactPoint& place = problem.contact_points[i];
    const Vec3 impulse = lambda[problem.normalRow(i)] * place.normal + frictionImpulse(problem, lambda, i);
    Eigen::Map<Vec3>{row} = impulse / forceTime(simulation);
  }
  return forces;
}

void defineArrays(SimulationClass& simulation) {
  simulation
      .def_property(
          "positions",
          [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.pose.position; }); },
          &setPositions, "[bodies x 3] [m], centres of mass, world frame. A copy; assign to change them.")
      .def_property(
          "orientations",
          [](const RunningScene& r) {
            return tableOf<4>(r, [](const Body& b) { return b.pose.orientation.coeffs(); });
          },
          &setOrientations,
          "[bodies x 4], unit quaternions x, y, z, w, body to world; scene files have w first. A copy; assign to "
          "change them.")
      .def_property(
          "velocities", [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.velocity; }); },
          &setVelocities, "[bodies x 3] [m/s], of centres of mass, world frame. A copy; assign to change them.")
      .def_property(
          "angular_velocities",
          [](const RunningScene& r) { return tableOf<3>(r, [](const Body& b) { return b.omega; }); },
          &setAngularVelocities, "[bodies x 3] [rad/s], world frame. A copy; assign to change them.");
}

}  // namespace

void bindState(SimulationClass& simulation) {
  py::class_<Body>(simulation, "Body", "What a body is. A copy.")
      .def_readonly("name", &Body::name, "As in the scene.")
      .def_property_readonly(
          "kind", [](const Body& b) { return toString(b.kind); }, "'static', 'kinematic' or 'dynamic'.")
      .def_readonly("mass", &Body::mass, "[kg]; of no effect unless it is dynamic.")
      .def_property_readonly("inertia", &inertiaOf, "[3 x 3] [kg m^2], about the centre of mass, body frame. A copy.")
      .def_property_readonly("asleep", &Body::isAsleep, "Whether it sleeps.")
      .def("__repr__", [](const Body& b) {
        return "<keystone.Simulation.Body " + b.name + ", " + std::string(toString(b.kind)) + ">";
      });
  simulation
      .def_property_readonly(
          "bodies", [](const RunningScene& r) { return r.world().bodies; }, "The bodies in their order. Copies.")
      .def_property_readonly("names", &namesOf, "Names of the bodies in their order.")
      .def_property_readonly("contact_forces", &contactForces,
                             "[contacts x 3] [N], mean forces of the last step on b of each of problem.pairs, world\n"
                             "frame. A copy.");
  defineArrays(simulation);
}

}  // namespace keystone::bind
