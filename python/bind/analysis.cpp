// Whether bodies at rest stay at rest.
#include "observe/analysis.h"

#include <pybind11/stl.h>

#include <vector>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/released.h"
#include "bind/simulation.h"
#include "math/decimal.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

struct Answer {
  Analysis analysis;
  std::size_t bodies;
};

// One contact in memory.
struct ContactRow {
  int a, b;
  double point[3], normal[3];  // [m], unit
  double normal_force;         // [N]
  double friction[3];          // [N]
  bool opens;
};

// [bodies x 6], zero for those that do not take part.
py::array_t<double> tableOf(const std::vector<FirstMotion>& motions, std::size_t bodies) {
  py::array_t<double> table({static_cast<py::ssize_t>(bodies), py::ssize_t{6}});
  std::fill_n(table.mutable_data(), table.size(), 0.0);
  for (const FirstMotion& motion : motions) {
    double* row = table.mutable_data() + 6 * motion.body;
    Eigen::Map<Vec3>{row} = motion.linear;
    Eigen::Map<Vec3>{row + 3} = motion.angular;
  }
  return table;
}

py::array contactsOf(const Answer& answer) {
  std::vector<ContactRow> rows;
  for (const ContactAnswer& contact : answer.analysis.contacts) {
    ContactRow& row =
        rows.emplace_back(ContactRow{contact.a, contact.b, {}, {}, contact.normal_force, {}, contact.opens});
    Eigen::Map<Vec3>{row.point} = contact.point;
    Eigen::Map<Vec3>{row.normal} = contact.normal;
    Eigen::Map<Vec3>{row.friction} = contact.friction;
  }
  return py::array_t<ContactRow>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

Answer ask(const RunningScene& running, double touching, bool frictionless, bool others) {
  if (!(touching >= 0.0)) throw ArgumentError("touching", exactDecimal(touching), "0 m or more");
  const Simulation& simulation = running.simulation();
  StepInput input = simulation;
  Simulation copy;  // another thread may step the original meanwhile
  static_cast<StepInput&>(copy) = std::move(input);
  Answer answer{{}, copy.world.bodies.size()};
  released(
      [&] { answer.analysis = analyze(copy, {.touching = touching, .frictionless = frictionless, .others = others}); });
  return answer;
}

std::string represent(const Answer& answer) {
  return answer.analysis.balanced
             ? "<keystone.Analysis, balanced>"
             : "<keystone.Analysis, begins to move by " + exactDecimal(answer.analysis.largest) + " m/s^2>";
}

}  // namespace

void bindAnalysis(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ContactRow, a, b, point, normal, normal_force, friction, opens);
  py::class_<Answer>(module, "Analysis", "Whether bodies at rest stay at rest, and how they begin to move if not.")
      .def_property_readonly(
          "balanced", [](const Answer& a) { return a.analysis.balanced; },
          "Whether forces within the friction cones hold everything.")
      .def_property_readonly(
          "second_solution", [](const Answer& a) { return a.analysis.has_second; },
          "Whether a solution was met beside them in which something moves.")
      .def_property_readonly(
          "largest", [](const Answer& a) { return a.analysis.largest; },
          "[m/s^2], fastest first acceleration of any point of a body.")
      .def_property_readonly(
          "threshold", [](const Answer& a) { return a.analysis.threshold; }, "[m/s^2], below which it counts as none.")
      .def_property_readonly(
          "accelerations", [](const Answer& a) { return tableOf(a.analysis.motions, a.bodies); },
          "[bodies x 6] [m/s^2, rad/s^2], (linear, angular). A copy.")
      .def_property_readonly(
          "certificate",
          [](const Answer& a) -> py::object {
            if (a.analysis.certificate.empty()) return py::none();
            return tableOf(a.analysis.certificate, a.bodies);
          },
          "[bodies x 6], a virtual motion that proves the fall: no contact hinders it and gravity drives it. None\n"
          "when balanced or not found. A copy.")
      .def_property_readonly("contacts", &contactsOf,
                             "Structured array with the fields a, b (bodies), point [m], normal (from a to b),\n"
                             "normal_force [N], friction [N] (on b), opens. A copy.")
      .def_property_readonly(
          "residual", [](const Answer& a) { return a.analysis.residual; }, "Of the forces.")
      .def_property_readonly(
          "status", [](const Answer& a) { return toString(a.analysis.solve.status); }, "As Solution.status.")
      .def("__bool__", [](const Answer& a) { return a.analysis.balanced; })
      .def("__repr__", &represent);
  module.def(
      "analyze", &ask, "simulation"_a, py::kw_only(), "touching"_a = 0.0, "frictionless"_a = false, "others"_a = true,
      "Whether the simulation's bodies, taken to be at rest as they lie, stay so under gravity. `touching` [m]:\n"
      "gaps up to this are contacts (0: those that touch in a step). `others`: look for a second solution where\n"
      "one is balanced. The simulation is not changed. Raises Error.");
}

}  // namespace keystone::bind
