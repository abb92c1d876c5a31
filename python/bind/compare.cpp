// One problem, several methods: the rows that `keystone-cli compare` prints.
#include <pybind11/stl.h>

#include <cmath>
#include <vector>

#include "bind/released.h"
#include "bind/solution.h"
#include "bind/solve.h"
#include "problem/difference.h"
#include "solver/registry.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

std::vector<std::string> idsOf(const std::optional<std::vector<std::string>>& given) {
  if (given) return *given;
  std::vector<std::string> ids;
  for (const SolverInfo* solver : solvers()) ids.emplace_back(solver->id);
  return ids;
}

py::dict rowOf(const std::shared_ptr<Solved>& solved, const Solved* best) {
  py::dict row;
  row["solver"] = solved->solver->id;
  row["status"] = toString(solved->report.status);
  row["residual"] = solved->report.residual.value;
  row["pivots"] = solved->report.pivots;
  row["drives"] = solved->report.drives;
  row["zero_steps"] = solved->report.zero_steps;
  row["iterations"] = solved->report.iterations;
  row["time_ms"] = solved->time_ms;
  row["impulse_difference_Ns"] = py::none();
  row["velocity_difference_m_s"] = py::none();
  if (best != nullptr && !std::isnan(solved->report.residual.value)) {
    const SolutionDifference apart =
        difference(solved->problem->posed(), solved->solution.lambda, best->solution.lambda);
    row["impulse_difference_Ns"] = apart.impulses;
    row["velocity_difference_m_s"] = apart.velocities;
  }
  row["solution"] = solved;
  return row;
}

py::list compare(const std::shared_ptr<Problem>& problem, const std::optional<std::vector<std::string>>& ids,
                 const std::string& friction) {
  std::vector<Question> questions;
  for (const std::string& id : idsOf(ids))
    questions.push_back(questionOf(problem->posed(), id, py::none(), friction, std::nullopt));
  std::vector<std::shared_ptr<Solved>> solves;
  std::vector<double> residuals;
  for (const Question& question : questions) {
    auto solved = std::make_shared<Solved>();
    solved->problem = problem;
    released([&] { answer(question, {}, *solved); });
    residuals.push_back(solved->report.residual.value);
    solves.push_back(std::move(solved));
  }
  const int best = mostAccurate(residuals);
  py::list rows;
  for (const std::shared_ptr<Solved>& solved : solves)
    rows.append(rowOf(solved, best < 0 ? nullptr : solves[best].get()));
  return rows;
}

}  // namespace

void bindCompare(py::module_& module) {
  module.def(
      "compare", &compare, "problem"_a.none(false), "solvers"_a = py::none(), py::kw_only(), "friction"_a = "cone",
      "The identical problem, handed cold to every method (or those of these ids): a dict for each with solver,\n"
      "status, residual, pivots, drives, zero_steps, iterations, time_ms, impulse_difference_Ns and\n"
      "velocity_difference_m_s (the largest differences to the most accurate one; None where there is no answer), and\n"
      "the Solution itself.");
}

}  // namespace keystone::bind
