#include "bind/solution.h"

#include <pybind11/stl.h>

#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <vector>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/pickles.h"
#include "math/decimal.h"
#include "problem/delassus.h"
#include "solver/by_islands.h"
#include "solver/solve_to_residual.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

std::string_view nameOf(RowSet set) {
  constexpr std::array<std::string_view, 7> kNames{"ignored",       "clamped",        "unclamped", "stick",
                                                   "slide_forward", "slide_backward", "bilateral"};
  return kNames[static_cast<std::size_t>(set)];
}

IndexSets setsOf(const Solved& solved) {
  IndexSets sets = solved.solution.sets;
  if (sets.empty()) classify(solved.problem->posed(), solved.solution.lambda, sets);
  return sets;
}

std::vector<std::string_view> setNames(const Solved& solved) {
  std::vector<std::string_view> names;
  for (const RowSet set : setsOf(solved)) names.push_back(nameOf(set));
  return names;
}

py::dict setCounts(const Solved& solved) {
  const SetCounts counts = countSets(solved.problem->posed(), setsOf(solved));
  py::dict dict;
  dict["clamped"] = counts.clamped;
  dict["unclamped"] = counts.unclamped;
  dict["stick"] = counts.stick;
  dict["slide"] = counts.slide;
  dict["bilateral"] = counts.bilateral;
  return dict;
}

py::object bodyVelocities(const Solved& solved) {
  const ContactProblem& problem = solved.problem->posed();
  if (!problem.hasBodies()) return py::none();
  const VecX v = velocityAfter(problem, solved.solution.lambda);
  return py::array_t<double>({static_cast<py::ssize_t>(v.size() / 6), py::ssize_t{6}}, v.data());
}

std::string represent(const Solved& solved) {
  return "<keystone.Solution by " + std::string(solved.solver->id) + ", " +
         std::string(toString(solved.report.status)) + ", residual " + exactDecimal(solved.report.residual.value) + ">";
}

}  // namespace

Question questionOf(const ContactProblem& problem, const std::string& solver, const py::object& parameters,
                    const std::string& friction, const std::optional<double>& tolerance) {
  Question question;
  question.solver = &solverNamed("solver", solver);
  question.law = lawNamed("friction", friction);
  question.tolerance = tolerance;
  if (tolerance && !(*tolerance > 0.0)) throw ArgumentError("tolerance", exactDecimal(*tolerance), "a number above 0");
  question.why_not = chooseLaw(problem, *question.solver, question.law, question.parameters);
  setParameters("parameters", question.solver->id, question.solver->parameters, parameters, question.parameters);
  return question;
}

void answer(const Question& question, const VecX& start, Solved& solved) {
  const ContactProblem& problem = solved.problem->posed();
  solved.solver = question.solver;
  if (start.size() > 0)
    solved.solution.lambda = start;
  else
    solved.solution.lambda.setZero(problem.rows());
  if (!question.why_not.empty()) {
    solved.report.status = SolveStatus::Unsupported;
    solved.report.message = std::string(question.solver->id).append(" ").append(question.why_not);
  } else {
    const Solution from = solved.solution;
    ParameterValues parameters = question.parameters;
    const auto solve = [&] {
      const auto begin = std::chrono::steady_clock::now();
      solved.solution = from;
      SolveReport report = solveAndCheck(*question.solver, problem, parameters, solved.solution, nullptr);
      solved.time_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
      return report;
    };
    solved.report =
        question.tolerance ? solveToResidual(*question.tolerance, *question.solver, parameters, solve) : solve();
  }
  if (solved.report.status == SolveStatus::Unsupported)
    solved.report.residual.value = std::nan("");
  else if (question.tolerance)
    checkResidual(solved.report.residual, *question.tolerance, solved.report);
}

void bindSolution(py::module_& module) {
  py::class_<Solved, std::shared_ptr<Solved>>(
      module, "Solution", "What a method found for a problem, graded by the one residual. Its arrays are read-only.")
      .def_property_readonly(
          "solver", [](const Solved& s) { return s.solver->id; }, "Id of the method.")
      .def_property_readonly(
          "status", [](const Solved& s) { return toString(s.report.status); },
          "'converged' where the residual is within the tolerance, else what ended the solve.")
      .def_property_readonly(
          "message", [](const Solved& s) { return s.report.message; }, "Why; one line or ''.")
      .def_property_readonly(
          "residual", [](const Solved& s) { return s.report.residual; }, "Of these impulses.")
      .def_property_readonly(
          "impulses", [](const py::object& self) { return view(self.cast<const Solved&>().solution.lambda, self); },
          "[rows] [N s], lambda. A view of the solution's memory.")
      .def_property_readonly(
          "velocities", [](const Solved& s) { return copyOf(relativeVelocity(s.problem->posed(), s.solution.lambda)); },
          "[rows] [m/s], u = W lambda + q. A copy.")
      .def_property_readonly("body_velocities", &bodyVelocities,
                             "[bodies x 6] [m/s, rad/s], v_free + M^-1 J^T lambda. A copy, or None without bodies.")
      .def_property_readonly(
          "sets", &setNames,
          "[rows] of 'ignored', 'clamped', 'unclamped', 'stick', 'slide_forward', 'slide_backward',\n"
          "'bilateral'; read off the impulses where sets_inferred.")
      .def_property_readonly(
          "sets_inferred", [](const Solved& s) { return s.solution.sets.empty() || s.solution.sets_inferred; },
          "Whether the method kept no sets of its own.")
      .def_property_readonly("set_counts", &setCounts,
                             "Contacts 'clamped', 'unclamped', 'stick', 'slide', and 'bilateral' joint rows.")
      .def_property_readonly(
          "pivots", [](const Solved& s) { return s.report.pivots; }, "Changes of the sets.")
      .def_property_readonly(
          "drives", [](const Solved& s) { return s.report.drives; }, "Rows, or all of them together, driven to zero.")
      .def_property_readonly(
          "zero_steps", [](const Solved& s) { return s.report.zero_steps; }, "Pivots of length zero.")
      .def_property_readonly(
          "iterations", [](const Solved& s) { return s.report.iterations; }, "Sweeps, rounds or steps of the method.")
      .def_property_readonly(
          "factorizations", [](const Solved& s) { return s.report.factorizations; }, "Of matrices, from scratch.")
      .def_property_readonly(
          "stage", [](const Solved& s) { return s.report.stage; },
          "Of a method that has several: the one that solved it; else ''.")
      .def_readonly("time_ms", &Solved::time_ms, "[ms], of the solve and its check.")
      .def_property_readonly(
          "problem", [](const Solved& s) { return std::const_pointer_cast<Problem>(s.problem); }, "The problem solved.")
      .def(py::pickle(
          [](const Solved& s) {
            return py::make_tuple(std::const_pointer_cast<Problem>(s.problem), py::bytes(bytesOf(s)));
          },
          [](const py::tuple& state) {
            auto solved = std::make_shared<Solved>();
            solved->problem = state[0].cast<std::shared_ptr<Problem>>();
            readSolved(state[1].cast<std::string>(), *solved);
            return solved;
          }))
      .def("__repr__", &represent);
}

}  // namespace keystone::bind
