#include "sim/warm_start.h"

#include <algorithm>

namespace keystone {
namespace {

bool byKey(const CachedContact& x, const CachedContact& y) {
  return x.key < y.key;
}

}  // namespace

Solution warmStart(const ContactProblem& problem, const ContactCache& cache) {
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  if (cache.empty()) return solution;
  solution.sets.resize(problem.rows(), RowSet::Bilateral);
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPlace& place = problem.places[contact];
    CachedContact known;
    known.key = {place.a, place.b, place.feature};
    known.normal_set = RowSet::Unclamped;
    const auto found = std::lower_bound(cache.begin(), cache.end(), known, byKey);
    if (found != cache.end() && found->key == known.key) known = *found;
    const int n = problem.normalRow(contact);
    solution.lambda[n] = std::max(0.0, known.impulse.dot(place.normal));
    solution.lambda[n + 1] = known.impulse.dot(place.t1);
    solution.sets[n] = known.normal_set;
    solution.sets[n + 1] = known.tangent_set;
    if (problem.dim < 3) continue;
    solution.lambda[n + 2] = known.impulse.dot(place.t2);
    solution.sets[n + 2] = known.tangent2_set;
  }
  return solution;
}

ContactCache remember(const ContactProblem& problem, const Solution& solution) {
  ContactCache cache;
  cache.reserve(problem.contacts);
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPlace& place = problem.places[contact];
    const int n = problem.normalRow(contact);
    CachedContact known;
    known.key = {place.a, place.b, place.feature};
    known.impulse = solution.lambda[n] * place.normal + solution.lambda[n + 1] * place.t1;
    known.normal_set = with_sets ? solution.sets[n] : RowSet::Unclamped;
    if (with_sets) known.tangent_set = solution.sets[n + 1];
    if (problem.dim == 3) {
      known.impulse += solution.lambda[n + 2] * place.t2;
      if (with_sets) known.tangent2_set = solution.sets[n + 2];
    }
    cache.push_back(known);
  }
  std::stable_sort(cache.begin(), cache.end(), byKey);
  return cache;
}

}  // namespace keystone
