// Many steps, and the steps of many simulations.
#include <pybind11/stl.h>

#include <algorithm>
#include <vector>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"
#include "bind/text.h"
#include "world/step_grade.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

// One step in memory.
struct ReportRow {
  long step;
  double time;  // [s]
  int contacts, rows, islands, asleep, iterations;
  Text status, grade;
  double residual, max_penetration, joint_error, kinetic, potential;
  double momentum[3], angular_momentum[3];
  double ms;
  bool rejected, repeated;
};

ReportRow rowOf(const StepReport& report) {
  ReportRow row{.step = report.step,
                .time = report.time,
                .contacts = report.contacts,
                .rows = report.rows,
                .islands = report.islands,
                .asleep = report.sleeping,
                .iterations = report.solve.iterations,
                .status = toString(report.solve.status),
                .grade = infoOf(gradeOf(report)).title,
                .residual = report.residual.value,
                .max_penetration = report.max_penetration,
                .joint_error = report.joint_error,
                .kinetic = report.kinetic,
                .potential = report.potential,
                .momentum = {},
                .angular_momentum = {},
                .ms = report.ms.total,
                .rejected = report.rejected,
                .repeated = report.repeated};
  Eigen::Map<Vec3>{row.momentum} = report.momentum;
  Eigen::Map<Vec3>{row.angular_momentum} = report.angular_momentum;
  return row;
}

py::array arrayOf(const std::vector<ReportRow>& rows) {
  return py::array_t<ReportRow>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

// What a run came to.
struct Run {
  std::vector<ReportRow> rows;
  GradeCounts counts;
  Grade worst = Grade::Exact;
  StepReport worst_step;  // the first of that grade

  void add(const StepReport& report) {
    const Grade grade = gradeOf(report);
    counts.add(grade);
    if (worst_step.step > 0 && grade <= worst) return;
    worst = grade;
    worst_step = report;
  }
};

Run run(const py::object& self, long count, long every, const py::object& callback) {
  checkCount("count", count, 0);
  checkCount("every", every, 1);
  auto& running = self.cast<RunningScene&>();
  Run run;
  for (long done = 0; done < count;) {
    const long next = std::min(count, done + every);
    running.step(next - done, [&](const StepReport& report) { run.add(report); });
    done = next;
    run.rows.push_back(rowOf(running.simulation().report));
    if (!callback.is_none()) callback(self);
  }
  return run;
}

py::dict countsOf(const Run& run) {
  py::dict counts;
  for (const GradeInfo& grade : grades()) counts[py::str(std::string(grade.title))] = run.counts[grade.value];
  return counts;
}

std::string represent(const Run& run) {
  return "<keystone.Run of " + std::to_string(run.rows.size()) + " reports, " + std::string(infoOf(run.worst).title) +
         ">";
}

py::array stepAll(const std::vector<std::shared_ptr<RunningScene>>& simulations, long count) {
  checkCount("count", count, 0);
  RunningScene::stepAll(simulations, count);
  std::vector<ReportRow> rows;
  for (const auto& running : simulations) rows.push_back(rowOf(running->simulation().report));
  return arrayOf(rows);
}

}  // namespace

void bindRuns(py::module_& module, SimulationClass& simulation) {
  PYBIND11_NUMPY_DTYPE(ReportRow, step, time, contacts, rows, islands, asleep, iterations, status, grade, residual,
                       max_penetration, joint_error, kinetic, potential, momentum, angular_momentum, ms, rejected,
                       repeated);
  py::class_<Run>(module, "Run", "What a run came to: graded by its worst step.")
      .def_property_readonly(
          "reports", [](const Run& r) { return arrayOf(r.rows); },
          "Structured array of every k-th step and the last: step, time [s], contacts, rows, islands, asleep,\n"
          "iterations, status, grade, residual, max_penetration [m], joint_error [m], kinetic [J], potential [J],\n"
          "momentum [3], angular_momentum [3], ms, rejected, repeated, each as in StepReport. A copy.")
      .def_property_readonly(
          "grade", [](const Run& r) { return infoOf(r.worst).title; }, "The worst of all steps, as StepReport.grade.")
      .def_property_readonly("grade_counts", &countsOf, "Number of steps of each grade, all steps counted.")
      .def_property_readonly(
          "status", [](const Run& r) { return toString(r.worst_step.solve.status); }, "Of the first step so graded.")
      .def_readonly("worst", &Run::worst_step, "Report of the first step so graded.")
      .def("__repr__", &represent);
  simulation.def(
      "run", &run, "count"_a, "every"_a = 1, "callback"_a = py::none(),
      "So many steps, and what they came to. After every `every` steps and the last, callback(simulation) is\n"
      "called: it may read, push and change the simulation; what it raises ends the run. Between the calls\n"
      "other threads go on, and Ctrl-C ends it as it does step(). Raises Error.");
  module.def(
      "step_all", &stepAll, "simulations"_a, "count"_a = 1,
      "So many steps of each of a list of simulations, on as many threads as threads() says: the same bits as one\n"
      "after the other. Returns the last reports, an array of the fields of Run.reports with a row for each\n"
      "simulation. Ctrl-C ends each between two steps or within one, which then changes nothing. Raises Error\n"
      "where a simulation stands in the list twice or is in a step of another thread.");
}

}  // namespace keystone::bind
