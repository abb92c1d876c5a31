#include "solver/fallback.h"

#include <cmath>
#include <utility>

#include "solver/by_islands.h"

namespace keystone {

std::string_view fallBack(const ContactProblem& problem, const std::vector<Island>& islands, const Solution& start,
                          const SolveMethod& failed, Solution& solution, Residual& residual) {
  const SolverInfo* other = findSolver("pgs");
  if (other == nullptr || other == &failed.solver || residual.value <= failed.fallback_residual) return {};
  const ParameterValues parameters{
      {"iterations", 200.0}};  // four times the default: impulses of 1e-3 matter more than a frame
  const FrictionLaw law = frictionLaw(*other, parameters);
  Solution instead = solution;
  if (instead.sets.empty()) classify(problem, instead.lambda, instead.sets);
  ContactProblem restricted;
  std::vector<int> rows;
  for (const Island& island : islands) {
    rowsOf(problem, island, rows);
    if (islands.size() > 1) restrictTo(problem, island, restricted);
    const ContactProblem& part = islands.size() > 1 ? restricted : problem;
    if (measure(part, solution.lambda(rows), law).value <= failed.fallback_residual) continue;
    Solution solved;
    restrictTo(start, rows, solved);
    other->solve(part, parameters, solved, nullptr);
    if (solved.sets.empty()) classify(part, solved.lambda, solved.sets);
    placeInto(solved, rows, instead);
  }
  const Residual judged = measure(problem, instead.lambda, law);
  if (judged.value >= residual.value || std::isnan(judged.value)) return {};
  solution = std::move(instead);
  residual = judged;
  return other->id;
}

}  // namespace keystone
