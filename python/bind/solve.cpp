#include "bind/solve.h"

#include <pybind11/stl.h>

#include <cmath>
#include <vector>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/released.h"
#include "bind/solution.h"
#include "math/decimal.h"
#include "problem/residual.h"
#include "solver/history.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

std::shared_ptr<Solved> solve(const std::shared_ptr<Problem>& problem, const std::string& solver,
                              const py::object& parameters, const std::string& friction,
                              const std::optional<double>& tolerance, const py::object& start) {
  const Question question = questionOf(problem->posed(), solver, parameters, friction, tolerance);
  const VecX from = start.is_none() ? VecX() : vectorFrom(start, problem->posed().rows(), "start");
  auto solved = std::make_shared<Solved>();
  solved->problem = problem;
  released([&] { answer(question, from, *solved); });
  return solved;
}

// One row of history() in memory.
struct HistoryRow {
  int iteration, factorizations, products;
  double time_ms, residual;
};

py::array historyOf(const std::shared_ptr<Problem>& problem, const std::string& solver, const py::object& parameters,
                    const std::string& friction) {
  const Question question = questionOf(problem->posed(), solver, parameters, friction, std::nullopt);
  std::vector<HistoryRow> rows;
  released([&] {
    if (!question.why_not.empty()) return;
    Solution cold;
    cold.lambda = VecX::Zero(problem->posed().rows());
    solveWithHistory(*question.solver, problem->posed(), question.parameters, cold, [&](const HistoryPoint& point) {
      rows.push_back({point.iteration, point.factorizations, point.products, point.time_ms, point.residual});
    });
  });
  return py::array_t<HistoryRow>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

Residual residualOf(const Problem& problem, const py::object& impulses, const std::string& friction) {
  const FrictionLaw law = lawNamed("friction", friction);
  const VecX lambda = vectorFrom(impulses, problem.posed().rows(), "impulses");
  Residual residual;
  released([&] { residual = measure(problem.posed(), lambda, law); });
  return residual;
}

}  // namespace

void bindResidual(py::module_& module) {
  py::class_<Residual>(module, "Residual",
                       "How far impulses are from solving a problem. It compares and is formatted as its value.")
      .def_readonly("value", &Residual::value, "Dimensionless; 1e-9 counts as exact.")
      .def_readonly("imbalance", &Residual::imbalance, "[N s], the largest change that the law asks of an impulse.")
      .def_readonly("approach_speed", &Residual::approach_speed, "[m/s], worst -u_n.")
      .def_readonly("cone_violation", &Residual::cone_violation, "[N s], worst |lambda_t| - mu lambda_n.")
      .def_readonly("friction_angle_deg", &Residual::friction_angle_deg,
                    "[deg], worst angle between friction and the direction that opposes sliding.")
      .def("__float__", [](const Residual& r) { return r.value; })
      .def(
          "__eq__", [](const Residual& r, double x) { return r.value == x; }, py::is_operator())
      .def(
          "__ne__", [](const Residual& r, double x) { return r.value != x; }, py::is_operator())
      .def(
          "__lt__", [](const Residual& r, double x) { return r.value < x; }, py::is_operator())
      .def(
          "__le__", [](const Residual& r, double x) { return r.value <= x; }, py::is_operator())
      .def(
          "__gt__", [](const Residual& r, double x) { return r.value > x; }, py::is_operator())
      .def(
          "__ge__", [](const Residual& r, double x) { return r.value >= x; }, py::is_operator())
      .def("__hash__", [](const Residual& r) { return py::hash(py::float_(r.value)); })
      .def(
          "__format__",
          [](const Residual& r, const py::str& how) { return py::float_(r.value).attr("__format__")(how); },
          "format_spec"_a)
      .def("__repr__", [](const Residual& r) { return "<keystone.Residual " + exactDecimal(r.value) + ">"; });
}

void bindSolve(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(HistoryRow, iteration, factorizations, products, time_ms, residual);
  bindSolution(module);
  module.def("solve", &solve, "problem"_a.none(false), "solver"_a = "exact", py::kw_only(), "parameters"_a = py::none(),
             "friction"_a = "cone", "tolerance"_a = py::none(), "start"_a = py::none(),
             "Solves a problem by the method of that id, with its parameters {id: value}, under 'cone' or 'box'\n"
             "friction, from impulses `start` [rows] [N s] (None: from zero). `tolerance` is the residual asked for\n"
             "(None: the method's own). Other threads go on meanwhile, and Ctrl-C ends it. Raises Error for bad\n"
             "arguments; that a method fails is said by Solution.status.");
  module.def(
      "history", &historyOf, "problem"_a.none(false), "solver"_a = "exact", py::kw_only(), "parameters"_a = py::none(),
      "friction"_a = "cone",
      "The residual after every iteration of a cold solve: a structured array with the fields 'iteration',\n"
      "'factorizations', 'products' (with W, sweeps and solves counted alike), 'time_ms' [ms] (of the method's own\n"
      "work) and 'residual'. Empty where the method does not take the problem.");
  module.def("residual", &residualOf, "problem"_a, "impulses"_a, py::kw_only(), "friction"_a = "cone",
             "Grades any impulses [rows] [N s], by the definition of the problem alone. Raises Error.");
}

}  // namespace keystone::bind
