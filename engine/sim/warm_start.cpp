#include "sim/warm_start.h"

#include <algorithm>

namespace keystone {
namespace {

bool byKey(const CachedContact& x, const CachedContact& y) {
  return x.key < y.key;
}

RowSet idleSet(const ContactProblem& problem, int joint_row) {
  if (problem.isBilateral(joint_row)) return RowSet::Bilateral;
  return problem.isLimit(joint_row) ? RowSet::Unclamped : RowSet::Stick;
}

void recallJoints(const ContactProblem& problem, const JointMemory& joints, Solution& solution) {
  const bool known = joints.impulses.size() == problem.joint_rows;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const int at = row - problem.firstJointRow();
    solution.sets[row] = known ? joints.sets[at] : idleSet(problem, row);
    if (known) solution.lambda[row] = std::clamp(joints.impulses[at], problem.lower(row), problem.upper(row));
  }
}

}  // namespace

Solution warmStart(const ContactProblem& problem, const ContactCache& cache, const JointMemory& joints) {
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  if (cache.empty() && joints.impulses.size() == 0) return solution;
  solution.sets.resize(problem.rows());
  recallJoints(problem, joints, solution);
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

JointMemory rememberJoints(const ContactProblem& problem, const Solution& solution) {
  JointMemory joints;
  joints.impulses = solution.lambda.tail(problem.joint_rows);
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    joints.sets.push_back(with_sets ? solution.sets[row] : idleSet(problem, row));
  return joints;
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
