#include "solver/relaxation.h"

#include "problem/delassus.h"
#include "problem/islands.h"
#include "solver/interior/interior_point.h"
#include "solver/system/contact_system.h"

namespace keystone {
namespace {

constexpr double kLawful = 1e-13;  // defect: light bodies beside heavy ones are still to a billionth of gravity
constexpr double kStiffer = 1e-8;  // proximal term with which what stalled in rounding is tried again

// Whether it came to an end.
bool relaxIsland(const ContactProblem& problem, FrictionLaw law, VecX& lambda) {
  const ContactSystem contacts(problem, law);
  if (!canRelax(contacts.rows())) {
    lambda.setZero(problem.rows());
    return false;
  }
  int factorizations = 0;
  for (const double delta : {InteriorOptions{}.delta, kStiffer}) {
    InteriorPoint method(contacts.rows(), contacts.system(),
                         {.lawful = kLawful, .takes_sliding = false, .delta = delta}, factorizations);
    const InteriorEnd end = method.solve();
    lambda = contacts.rows().unscaled(end == InteriorEnd::Lawful ? method.lawfulImpulses() : method.lambda());
    if (end != InteriorEnd::Stalled) return end != InteriorEnd::Infeasible;
  }
  return false;
}

}  // namespace

Relaxation relax(const ContactProblem& problem, FrictionLaw law) {
  Relaxation result;
  result.lambda.setZero(problem.rows());
  result.solved = true;
  std::vector<Island> islands;
  findIslands(problem, islands);
  ContactProblem part;
  std::vector<int> rows;
  VecX lambda;
  for (const Island& island : islands) {
    restrictTo(problem, island, part);
    rowsOf(problem, island, rows);
    result.solved = relaxIsland(part, law, lambda) && result.solved;
    result.lambda(rows) = lambda;
  }
  result.v = velocityAfter(problem, result.lambda);
  return result;
}

}  // namespace keystone
