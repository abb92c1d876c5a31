// What a step did and how well.
#include <pybind11/stl.h>

#include "bind/arrays.h"
#include "bind/pickles.h"
#include "bind/simulation.h"
#include "math/decimal.h"
#include "world/step_grade.h"

namespace keystone::bind {
namespace {

using ReportClass = py::class_<StepReport>;

py::dict timesOf(const StepReport& report) {
  py::dict dict;
  dict["broad"] = report.ms.broad;
  dict["narrow"] = report.ms.narrow;
  dict["assemble"] = report.ms.assemble;
  dict["solve"] = report.ms.solve;
  dict["integrate"] = report.ms.integrate;
  dict["sweep"] = report.ms.sweep;
  dict["total"] = report.ms.total;
  return dict;
}

py::dict setsOf(const StepReport& report) {
  py::dict dict;
  dict["clamped"] = report.sets.clamped;
  dict["unclamped"] = report.sets.unclamped;
  dict["stick"] = report.sets.stick;
  dict["slide"] = report.sets.slide;
  dict["bilateral"] = report.sets.bilateral;
  return dict;
}

std::string represent(const StepReport& report) {
  return "<keystone.StepReport of step " + std::to_string(report.step) + ", " + std::to_string(report.contacts) +
         " contacts, residual " + exactDecimal(report.residual.value) + ">";
}

void defineCounts(ReportClass& report) {
  report.def_readonly("step", &StepReport::step, "Number of steps done, this one included.")
      .def_readonly("time", &StepReport::time, "[s], simulated, at the end of the step.")
      .def_readonly("bodies", &StepReport::bodies, "Number of bodies.")
      .def_readonly("contacts", &StepReport::contacts, "Number of contacts.")
      .def_readonly("rows", &StepReport::rows, "Rows of the contact problem.")
      .def_readonly("islands", &StepReport::islands, "Parts of the problem that do not touch each other.")
      .def_readonly("asleep", &StepReport::sleeping, "Bodies asleep; contacts, rows and islands are the others'.")
      .def_property_readonly("set_counts", &setsOf, "As Solution.set_counts.");
}

void defineSolve(ReportClass& report) {
  report
      .def_property_readonly(
          "status", [](const StepReport& r) { return toString(r.solve.status); }, "Of the solve, as Solution.status.")
      .def_property_readonly(
          "pivots", [](const StepReport& r) { return r.solve.pivots; }, "As Solution.pivots.")
      .def_property_readonly(
          "drives", [](const StepReport& r) { return r.solve.drives; }, "As Solution.drives.")
      .def_property_readonly(
          "zero_steps", [](const StepReport& r) { return r.solve.zero_steps; }, "As Solution.zero_steps.")
      .def_property_readonly(
          "iterations", [](const StepReport& r) { return r.solve.iterations; }, "As Solution.iterations.")
      .def_property_readonly(
          "factorizations", [](const StepReport& r) { return r.solve.factorizations; }, "As Solution.factorizations.")
      .def_property_readonly(
          "stage", [](const StepReport& r) { return r.solve.stage; }, "As Solution.stage.")
      .def_property_readonly(
          "fallback", [](const StepReport& r) { return r.fallback; },
          "Id of the solver that stood in after the solve failed; else ''.")
      .def_property_readonly(
          "grade", [](const StepReport& r) { return infoOf(gradeOf(r)).title; },
          "'exact' (residual up to 1e-9), 'close' (1e-6), 'within a frame' (1e-3) or 'failed': also rejected steps "
          "and\n"
          "those without a solution.")
      .def_readonly("residual", &StepReport::residual, "Of the step's impulses.")
      .def_readonly("rejected", &StepReport::rejected, "True: nothing was changed, see trouble.")
      .def_readonly("repeated", &StepReport::repeated, "True: an earlier step again to the last bit, not computed.")
      .def_readonly("trouble", &StepReport::trouble, "One line when rejected or not converged; else ''.")
      .def_readonly("note", &StepReport::note, "One line on something out of the ordinary; else ''.");
}

void defineState(ReportClass& report) {
  report.def_readonly("max_penetration", &StepReport::max_penetration, "[m], at the start of the step.")
      .def_readonly("joint_error", &StepReport::joint_error, "[m], at the end of the step.")
      .def_readonly("velocity_error", &StepReport::velocity_error,
                    "[m/s] and [rad/s], of steppers that are methods of their own.")
      .def_readonly("kinetic", &StepReport::kinetic, "[J], at the end of the step.")
      .def_readonly("potential", &StepReport::potential, "[J], at the end of the step.")
      .def_property_readonly(
          "momentum", [](const StepReport& r) { return copyOf(r.momentum); }, "[3] [kg m/s]. A copy.")
      .def_property_readonly(
          "angular_momentum", [](const StepReport& r) { return copyOf(r.angular_momentum); },
          "[3] [kg m^2/s], about the origin. A copy.")
      .def_property_readonly("ms", &timesOf,
                             "[ms] by stage: 'broad', 'narrow', 'assemble', 'solve', 'integrate', 'sweep', 'total'.")
      .def_property_readonly(
          "state_hash", [](const StepReport& r) { return hexDigits(r.state_hash); }, "As Simulation.state_hash.");
}

}  // namespace

void bindReport(py::module_& module) {
  ReportClass report(module, "StepReport", "What one step did and how well. Read-only.");
  defineCounts(report);
  defineSolve(report);
  defineState(report);
  report
      .def(py::pickle([](const StepReport& r) { return py::bytes(bytesOf(r)); },
                      [](const py::bytes& bytes) { return reportFrom(bytes); }))
      .def("__repr__", &represent);
}

}  // namespace keystone::bind
