#include "solver/by_islands.h"

#include <algorithm>

#include "math/parallel.h"
#include "math/scratch_pool.h"
#include "solver/start.h"
#include "solver/trace.h"

namespace keystone {
namespace {

struct Part {
  std::vector<int> rows;
  ContactProblem problem;
  Solution solution;
  SolveReport report;
  DeltaV delta_v;
};

// Of an island: islands iterate side by side.
void addIsland(const SolveReport& part, SolveReport& sum) {
  const int iterations = std::max(sum.iterations, part.iterations);
  addReport(part, sum);
  sum.iterations = iterations;
}

// Makes room for the whole problem's solution, into which those of the islands are placed; each row has its island.
void clear(const ContactProblem& problem, Solution& whole) {
  whole.lambda.setZero(problem.rows());
  whole.sets.assign(problem.rows(), RowSet::Ignored);
  whole.sets_inferred = false;
  whole.ray.resize(0);
}

// A method that sweeps over its rows, as inexact ones do, does with many islands what it does with one. It saves sweeps
// where an island ends early; taking them apart costs more when one of them is most of the problem.
bool isBestWhole(const SolverInfo& solver, const ContactProblem& problem, const std::vector<Island>& islands) {
  if (islands.size() < 2) return true;
  const auto isMost = [&](const Island& island) {
    return 2 * (island.contacts.size() + island.joint_rows.size()) >
           static_cast<std::size_t>(problem.contacts) + static_cast<std::size_t>(problem.joint_rows);
  };
  return !solver.exact && std::any_of(islands.begin(), islands.end(), isMost);
}

// A start that is the solution stays; then the report has its residual, and `delta_v` is its own. Where no velocity is
// to be changed, no impulse is the solution: the rounding of a start is a share of nothing.
bool solveFromStart(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                    Solution& solution, SolverTrace* trace, SolveReport& report, DeltaV& delta_v) {
  report = {};
  if (problem.q.isZero(0.0)) solution.lambda.setZero();
  if (!isSolvedByStart(solver, problem, parameters, solution, report.residual, delta_v)) {
    report = solver.solve(problem, parameters, solution, trace);
    return false;
  }
  report.stage = "start";
  if (trace == nullptr) return true;
  trace->add({.kind = TraceKind::Start}, solution.lambda, solution.sets);
  trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets);
  return true;
}

SolveReport solveParts(const SolverInfo& solver, const ContactProblem& problem, const std::vector<Island>& islands,
                       const ParameterValues& parameters, Solution& solution, SolverTrace* trace) {
  const Scratch<Solution> workspace(problem.rows());
  std::swap(*workspace, solution);
  const Solution& start = *workspace;
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, start.lambda, start.sets);
  const Scratch<std::vector<Part>> parts_workspace(problem.dim);
  std::vector<Part>& parts = *parts_workspace;
  parts.resize(islands.size());
  clear(problem, solution);
  VecX lambda;  // as the trace comes along
  if (trace != nullptr) lambda = start.lambda;
  const auto solvePart = [&](std::size_t i) {
    Part& part = parts[i];
    rowsOf(problem, islands[i], part.rows);
    restrictTo(start, part.rows, part.solution);
    restrictTo(problem, islands[i], part.problem);
    const TracePart recording(trace, part.rows, lambda);
    solveFromStart(solver, part.problem, parameters, part.solution, trace, part.report, part.delta_v);
  };
  if (trace == nullptr) {
    parallelFor(static_cast<int>(parts.size()), 1, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) solvePart(static_cast<std::size_t>(i));
    });
  } else {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      solvePart(i);
      lambda(parts[i].rows) = parts[i].solution.lambda;
    }
  }
  SolveReport report;
  for (const Part& part : parts) {
    placeInto(part.solution, part.rows, solution);
    addIsland(part.report, report);
  }
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets);
  return report;
}

}  // namespace

SolveReport solveByIslands(const SolverInfo& solver, const ContactProblem& problem, const std::vector<Island>& islands,
                           const ParameterValues& parameters, Solution& solution, SolverTrace* trace, DeltaV& delta_v) {
  SolveReport report;
  if (!isBestWhole(solver, problem, islands))
    report = solveParts(solver, problem, islands, parameters, solution, trace);
  else if (solveFromStart(solver, problem, parameters, solution, trace, report, delta_v))
    return report;
  deltaV(problem, solution.lambda, delta_v);
  checkResidual(measure(problem, solution.lambda, delta_v, frictionLaw(solver, parameters)),
                toleranceOf(solver, parameters), report);
  return report;
}

SolveReport solveAndCheck(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                          Solution& solution, SolverTrace* trace) {
  std::vector<Island> islands;
  findIslands(problem, islands);
  DeltaV delta_v;
  return solveByIslands(solver, problem, islands, parameters, solution, trace, delta_v);
}

void restrictTo(const Solution& whole, const std::vector<int>& rows, Solution& part) {
  part.lambda.resize(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) part.lambda[static_cast<Eigen::Index>(i)] = whole.lambda[rows[i]];
  part.sets_inferred = whole.sets_inferred;
  part.sets.clear();
  if (!whole.sets.empty())
    for (const int row : rows) part.sets.push_back(whole.sets[row]);
  part.ray.resize(0);
}

void placeInto(const Solution& part, const std::vector<int>& rows, Solution& whole) {
  whole.sets_inferred = whole.sets_inferred || part.sets_inferred;
  for (std::size_t i = 0; i < rows.size(); ++i) whole.lambda[rows[i]] = part.lambda[static_cast<Eigen::Index>(i)];
  if (!part.sets.empty())  // as of a part that the method does not take
    for (std::size_t i = 0; i < rows.size(); ++i) whole.sets[rows[i]] = part.sets[i];
  if (part.ray.size() == 0) return;
  if (whole.ray.size() == 0) whole.ray.setZero(whole.lambda.size());
  whole.ray(rows) = part.ray;
}

}  // namespace keystone
