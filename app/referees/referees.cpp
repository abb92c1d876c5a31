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

SolveReport solveDense(const ContactProblem& problem, const DenseSolver& solver, Solution& solution) {
  if (problem.rows() > kMostRows) return {.status = SolveStatus::Unsupported, .message = "takes 1000 rows at most"};
  if (solver.accepts.cone_friction && problem.dim != 3)
    return {.status = SolveStatus::Unsupported, .message = "takes no friction in the plane"};
  SparseRows W;
  formDelassus(problem, W);
  const DenseResult result = solver.solve(problem, MatX(W));
  SolveReport report{.iterations = result.iterations};
  solution.sets.clear();
  if (result.lambda.size() == 0 || !result.lambda.allFinite()) {
    report.status = SolveStatus::Breakdown;
    report.message = result.lambda.size() == 0 ? "it says that it failed" : "impulses are not finite";
    return report;
  }
  solution.lambda = result.lambda;
  return report;
}

// A table's function has no state, so that each row has one of its own.
template <std::size_t number>
SolveReport runNumber(const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
  return solveDense(problem, denseSolvers()[number], solution);
}

template <std::size_t... numbers>
constexpr auto runners(std::index_sequence<numbers...>) {
  return std::array{runNumber<numbers>...};
}

}  // namespace

std::span<const Referee> knownReferees() {
  static const std::vector<Referee> all = [] {
    constexpr auto kRun = runners(std::make_index_sequence<kMostReferees>());
    std::vector<Referee> result;
    for (const DenseSolver& solver : denseSolvers()) {
      const bool built = solver.solve != nullptr;
      const SolverInfo info{{solver.id, solver.title, solver.family, solver.source},
                            {.uncounted = !solver.counts_iterations},
                            solver.accepts,
                            {},
                            built ? kRun.at(result.size()) : nullptr};
      result.push_back({info, solver.package, built});
    }
    return result;
  }();
  return all;
}

const Referee* findKnownReferee(std::string_view id) {
  const auto all = knownReferees();
  const auto found = std::ranges::find(all, id, [](const Referee& referee) { return referee.info.id; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const SolverInfo* const> referees() {
  static const std::vector<const SolverInfo*> built = [] {
    std::vector<const SolverInfo*> result;
    for (const Referee& referee : knownReferees())
      if (referee.built) result.push_back(&referee.info);
    return result;
  }();
  return built;
}

const SolverInfo* findReferee(std::string_view id) {
  const Referee* known = findKnownReferee(id);
  return known != nullptr && known->built ? &known->info : nullptr;
}

}  // namespace keystone
