// keystone-cli compare: the identical problem, handed cold to every method and external referee. Whether all went well
// is said of the methods asked for by name; where none is, of the default one.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/cold_solve.h"
#include "cli/problem_source.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "problem/difference.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct CompareOptions {
  std::string subject;                  // scene or problem file
  std::vector<std::string> solvers;     // empty = all
  long step = 60;                       // of a scene, whose problem is compared
  std::vector<std::string> parameters;  // "id=value"
  std::string friction = "cone";
  std::string history;  // FILE.csv to write, empty = none
  Format format = Format::Table;
};

Json toRow(const ContactProblem& problem, const SolverInfo& solver, const ColdSolve& solve, const ColdSolve* best) {
  const bool comparable = best != nullptr && !std::isnan(solve.residual.value);
  Json row = {{"solver", solver.id},
              {"status", toString(solve.report.status)},
              {"residual", solve.residual.value},
              {"pivots", solve.report.pivots},
              {"drives", solve.report.drives},
              {"zero_steps", solve.report.zero_steps},
              {"iterations", solver.uncounted ? Json(nullptr) : Json(solve.report.iterations)},
              {"time_ms", solve.time_ms},
              {"impulse_difference_Ns", nullptr},
              {"velocity_difference_m_s", nullptr}};
  if (comparable) {
    const SolutionDifference apart = difference(problem, solve.solution.lambda, best->solution.lambda);
    row["impulse_difference_Ns"] = apart.impulses;
    row["velocity_difference_m_s"] = apart.velocities;
  }
  row["message"] = solve.report.message;
  return row;
}

// What a file gives as solution or guess, beside what the methods find.
Json rowOfFile(const StoredProblem& source, const std::string& name, const VecX& lambda, FrictionLaw law,
               const ColdSolve* best) {
  ColdSolve given;
  given.solution.lambda = lambda;
  given.residual = measure(source.problem, lambda, law);
  Json row = toRow(source.problem, *defaultSolver(), given, best);
  row["solver"] = name;
  row["status"] = "given";
  row["time_ms"] = nullptr;
  return row;
}

std::vector<ColdSolve> solveByAll(const ContactProblem& problem, const std::vector<const SolverInfo*>& methods,
                                  const std::vector<std::string>& settings, FrictionLaw law, HistoryCsv* history) {
  Progress progress(static_cast<long>(methods.size()), "solver");
  std::vector<ColdSolve> solves;
  for (const SolverInfo* method : methods) {
    progress.workOn(std::string(method->id));
    ParameterValues parameters = parametersFor(*method, settings);
    ColdSolve& solve = solves.emplace_back();
    if (const std::string_view why_not = chooseLaw(problem, *method, law, parameters); why_not.empty()) {
      solve = solveCold(problem, *method, parameters);
      if (history != nullptr) recordHistory(problem, *method, parameters, *history);
    } else {
      solve.report.status = SolveStatus::Unsupported;
      solve.report.message = why_not;
      solve.residual.value = std::nan("");
    }
    progress.pieceDone();
  }
  return solves;
}

int compare(const CompareOptions& options) {
  const std::vector<const SolverInfo*> methods = problemSolversNamed(options.solvers);
  requireFree(methods, options.parameters, {"friction"});
  const FrictionLaw law = lawNamed("--friction", options.friction);
  std::optional<HistoryCsv> history;
  if (!options.history.empty()) history.emplace(options.history);
  const StoredProblem source = openSubject(options.subject, {}, options.step);
  const ContactProblem& problem = source.problem;
  const std::vector<ColdSolve> solves =
      solveByAll(problem, methods, options.parameters, law, history ? &*history : nullptr);
  if (history) history->close();
  std::vector<double> residuals;
  for (const ColdSolve& solve : solves) residuals.push_back(solve.residual.value);
  const int best = mostAccurate(residuals);
  Json rows = Json::array();
  bool good = true;
  const auto isNamed = [&](const SolverInfo* method) {
    return std::ranges::find(options.solvers, method->id) != options.solvers.end();
  };
  const bool any_named = std::ranges::any_of(methods, isNamed);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    rows.push_back(toRow(problem, *methods[i], solves[i], best < 0 ? nullptr : &solves[best]));
    const bool is_asked_for = any_named ? isNamed(methods[i]) : methods[i] == defaultSolver();
    good = good && (!is_asked_for || solves[i].report.status == SolveStatus::Converged);
  }
  const ColdSolve* reference = best < 0 ? nullptr : &solves[best];
  if (source.solution.size() > 0) {
    rows.push_back(rowOfFile(source, "file: solution", source.solution, law, reference));
  }
  for (std::size_t i = 0; i < source.guesses.size(); ++i) {
    rows.push_back(rowOfFile(source, "file: guess " + std::to_string(i + 1), source.guesses[i], law, reference));
  }
  print(rows, options.format);
  return good ? 0 : 1;
}

}  // namespace

void addCompare(Commands& commands) {
  auto [command, options] = commands.add("compare", "Hand the identical problem to every solver, cold", compare);
  command
      .add_option("subject", options.subject,
                  "scene, NAME.hdf5 (FCLIB), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  addSet(command, options.subject);
  addProblemSolvers(command, options.solvers, options.parameters);
  command.add_option("--step", options.step, "step of the scene whose problem is taken (60)")
      ->transform(wholeFrom(1, 100'000'000));
  addFriction(command, options.friction);
  addHistory(command, options.history);
  addFormat(command, options.format);
}

}  // namespace keystone
