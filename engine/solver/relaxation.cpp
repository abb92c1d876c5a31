#include "solver/relaxation.h"

#include "problem/delassus.h"
#include "problem/islands.h"
#include "solver/interior/interior_point.h"
#include "solver/system/contact_system.h"

namespace keystone {
namespace {

constexpr double kStiffer = 1e-8;  // proximal term with which what stalled in rounding is tried again

// Whether it came to an end.
bool relaxIsland(const ContactProblem& problem, FrictionLaw law, VecX& lambda) {
  const ContactSystem contacts(problem, law);
  int factorizations = 0;
  InteriorPoint method(contacts.rows(), contacts.system(), factorizations);
  InteriorEnd end = method.solve();
  if (end == InteriorEnd::Stalled) end = method.solve({.delta = kStiffer});
  lambda = contacts.rows().unscaled(end == InteriorEnd::Lawful ? method.lawfulImpulses() : method.lambda());
  return end == InteriorEnd::Lawful || end == InteriorEnd::Sliding;
}

}  // namespace

Relaxation relax(const ContactProblem& problem, FrictionLaw law) {
  Relaxation result;
  result.lambda.setZero(problem.rows());
  result.solved = true;
  for (const Island& island : findIslands(problem)) {
    const ContactProblem part = restrictTo(problem, island);
    const std::vector<int> rows = rowsOf(problem, island);
    VecX lambda;
    result.solved = relaxIsland(part, law, lambda) && result.solved;
    result.lambda(rows) = lambda;
  }
  result.v = velocityAfter(problem, result.lambda);
  return result;
}

}  // namespace keystone
