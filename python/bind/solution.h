// What a solve came to, with the problem it is of.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bind/problem.h"
#include "solver/solver.h"

namespace keystone::bind {

struct Solved {
  std::shared_ptr<const Problem> problem;
  const SolverInfo* solver = nullptr;
  Solution solution;
  SolveReport report;
  double time_ms = 0.0;  // [ms], of the solve and its check
};

// What a caller of solve() asks for; empty: the default.
struct Question {
  const SolverInfo* solver = nullptr;
  FrictionLaw law = FrictionLaw::Cone;
  ParameterValues parameters;
  std::optional<double> tolerance;
  std::string_view why_not;  // why the method does not take the problem under the law; empty: it does
};
Question questionOf(const ContactProblem& problem, const std::string& solver, const py::object& parameters,
                    const std::string& friction, const std::optional<double>& tolerance);
// From `start` [rows], or cold where it is empty. Touches no Python.
void answer(const Question& question, const VecX& start, Solved& solved);

void bindSolution(py::module_& module);

}  // namespace keystone::bind
