#include "referees/referees.h"

#include <algorithm>
#include <array>
#include <vector>

#include "problem/delassus.h"
#include "referees/dense_solvers.h"

namespace keystone {
namespace {

constexpr int kMostRows = 1000;  // of a dense W: a pivoting solver takes some seconds, and nothing can stop it
constexpr std::size_t kMostReferees = 8;

SolveReport solveDense(const ContactProblem& problem, DenseSolve solve, bool spatial, Solution& solution) {
  if (problem.rows() > kMostRows) return {.status = SolveStatus::Unsupported, .message = "more than 1000 rows"};
  if (spatial && problem.dim != 3) return {.status = SolveStatus::Unsupported, .message = "not in space"};
  SparseRows W;
  formDelassus(problem, W);
  const VecX lambda = solve(problem, MatX(W));
  solution.sets.clear();
  if (lambda.size() == 0) return {.status = SolveStatus::Breakdown, .message = "it says that it failed"};
  solution.lambda = lambda;
  return {.iterations = 1};
}

// A table's function has no state, so that each row has one of its own.
template <std::size_t number>
SolveReport runNumber(const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
  const DenseSolver& solver = denseSolvers()[number];
  return solveDense(problem, solver.solve, solver.accepts.cone_friction, solution);
}

template <std::size_t... numbers>
constexpr auto runners(std::index_sequence<numbers...>) {
  return std::array{runNumber<numbers>...};
}

}  // namespace

std::span<const SolverInfo* const> referees() {
  static const std::vector<SolverInfo> rows = [] {
    constexpr auto kRun = runners(std::make_index_sequence<kMostReferees>());
    std::vector<SolverInfo> result;
    for (const DenseSolver& solver : denseSolvers())
      result.push_back({solver.id,
                        solver.title,
                        solver.family,
                        solver.source,
                        solver.accepts,
                        false,
                        {},
                        kRun.at(result.size()),
                        false});
    return result;
  }();
  static const std::vector<const SolverInfo*> all = [] {
    std::vector<const SolverInfo*> result;
    result.reserve(rows.size());
    for (const SolverInfo& row : rows) result.push_back(&row);
    return result;
  }();
  return all;
}

const SolverInfo* findReferee(std::string_view id) {
  const auto all = referees();
  const auto found = std::ranges::find(all, id, &SolverInfo::id);
  return found == all.end() ? nullptr : *found;
}

}  // namespace keystone
