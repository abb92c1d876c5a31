// keystone-cli solve: one contact problem from a file.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/cold_solve.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/output_file.h"
#include "problem/fclib_file.h"
#include "problem/problem_formats.h"
#include "record/solver_trace_csv.h"
#include "solver/by_islands.h"
#include "solver/solve_to_residual.h"
#include "solver/trace.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct SolveOptions {
  std::string problem;
  MethodOptions method;
  double tolerance = 1e-8;
  std::string friction = "cone";  // or "box"
  std::string trace;              // FILE.csv to write, empty = none
  std::string history;            // likewise
  Format format = Format::Json;
};

// Null for problems that are not FCLIB's, and where FCLIB has no measure.
Json fclibErrorOf(const ContactProblem& problem, bool is_fclib, const ColdSolve& solve) {
  const bool judged = is_fclib && solve.report.status != SolveStatus::Unsupported;
  const std::optional<double> error = judged ? fclibError(problem, solve.solution.lambda) : std::nullopt;
  return error ? Json(*error) : Json(nullptr);
}

Json toJson(const ContactProblem& problem, const SolverInfo& solver, bool is_fclib, const ColdSolve& solve) {
  const SetCounts sets = solve.solution.sets.empty() ? SetCounts{} : countSets(problem, solve.solution.sets);
  return {{"status", toString(solve.report.status)},
          {"residual", solve.residual.value},
          {"fclib_error", fclibErrorOf(problem, is_fclib, solve)},
          {"contacts", problem.contacts},
          {"rows", problem.rows()},
          {"pivots", solve.report.pivots},
          {"drives", solve.report.drives},
          {"zero_steps", solve.report.zero_steps},
          {"iterations", solver.uncounted ? Json(nullptr) : Json(solve.report.iterations)},
          {"factorizations", solve.report.factorizations},
          {"products", solve.report.products},
          {"time_ms", solve.time_ms},
          {"sets",
           {{"clamped", sets.clamped},
            {"unclamped", sets.unclamped},
            {"stick", sets.stick},
            {"slide", sets.slide},
            {"bilateral", sets.bilateral}}}};
}

std::string pieceName(const ContactProblem& problem, const SolverInfo& solver) {
  return std::to_string(problem.rows()) + " rows by " + std::string(solver.id);
}

// `parameters` become those that brought it to the residual.
ColdSolve solveShown(const ContactProblem& problem, const SolverInfo& solver, double residual,
                     ParameterValues& parameters) {
  const Progress progress(0, pieceName(problem, solver));
  ColdSolve solve;
  solveToResidual(residual, solver, parameters, [&] {
    solve = solveCold(problem, solver, parameters);
    return solve.report;
  });
  return solve;
}

// Who ended how, and why.
std::string troubleOf(const SolverInfo& solver, const ColdSolve& solve, double tolerance) {
  std::string text(solver.id);
  text.append(": ").append(toString(solve.report.status));
  if (!solve.report.message.empty()) text.append(", ").append(solve.report.message);
  if (std::isnan(solve.residual.value)) return text;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " %.2g, asked for %g", solve.residual.value, tolerance);
  return text.append(solve.report.message == kAboveTolerance ? ":" : "; residual").append(numbers);
}

// Solves once more, the same bits, with the trace on; a solve that records nothing still has its result.
void recordSolve(const std::string& path, const ContactProblem& problem, const SolverInfo& solver,
                 const ParameterValues& parameters) {
  SolverTrace trace;
  Solution cold;
  cold.lambda = VecX::Zero(problem.rows());
  {
    const Progress progress(0, "events of " + pieceName(problem, solver));
    solveAndCheck(solver, problem, parameters, cold, &trace);
  }
  if (trace.frames().empty()) trace.add({.kind = TraceKind::Result}, cold.lambda);
  writeSolverTrace(path, trace);
  if (trace.dropped() > 0)
    std::fprintf(stderr, "%s: %zu events found no room before the result\n", path.c_str(), trace.dropped());
}

int solveProblem(const SolveOptions& options) {
  const SolverInfo& solver =
      options.method.solver.empty() ? *defaultSolver() : problemSolverNamed("--solver", options.method.solver);
  const FrictionLaw law = lawNamed("--friction", options.friction);
  for (const std::string& path : {options.trace, options.history})
    if (!path.empty()) checkPlace(path);
  const ContactProblem problem = readAnyProblem(options.problem).problem;
  ParameterValues parameters;
  const std::string_view why_not = chooseLaw(problem, solver, law, parameters);
  setParameters(solver, options.method.parameters, parameters);
  leaveUnbounded(solver, parameters);

  ColdSolve solve;
  if (why_not.empty()) {
    solve = solveShown(problem, solver, options.tolerance, parameters);
    if (!options.trace.empty()) {
      recordSolve(options.trace, problem, solver, parameters);
    }
  } else {
    solve.report.status = SolveStatus::Unsupported;
    solve.report.message = why_not;
    solve.residual.value = std::nan("");
  }
  if (!options.history.empty()) {
    HistoryCsv file(options.history);
    if (why_not.empty()) {
      const Progress progress(0, "history of " + pieceName(problem, solver));
      recordHistory(problem, solver, parameters, file);
    }
    file.close();
  }
  checkResidual(solve.residual, options.tolerance, solve.report);
  print(toJson(problem, solver, problemFormat(options.problem) == ProblemFormat::Fclib, solve), options.format);
  const bool good = solve.report.status == SolveStatus::Converged;
  if (!good)
    std::fprintf(stderr, "%s: %s\n", options.problem.c_str(), troubleOf(solver, solve, options.tolerance).c_str());
  return good ? 0 : 1;
}

}  // namespace

void addSolve(Commands& commands) {
  auto [command, options] = commands.add("solve", "Solve one contact problem from a file", solveProblem);
  command
      .add_option("problem", options.problem,
                  "NAME.hdf5 (FCLIB, local or global form), NAME.mtx with NAME.b beside it, or NAME.problem.gz")
      ->required();
  addMethod(command, options.method, false);
  command.get_option("--solver")
      ->description("id of the solver (see: list solvers), or of an external referee that is built (list referees)");
  command.add_option("--tolerance", options.tolerance, "residual that counts as solved (1e-8)")
      ->check(numberFrom(0.0, 1.0));
  addFriction(command, options.friction);
  command
      .add_option("--trace", options.trace,
                  "FILE.csv: the solve event by event: what was driven, what blocked it, sets, step length")
      ->check(endingIn({".csv"}));
  addHistory(command, options.history);
  addFormat(command, options.format);
}

}  // namespace keystone
