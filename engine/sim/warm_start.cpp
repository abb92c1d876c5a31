#include "sim/warm_start.h"

#include <algorithm>

namespace keystone {
namespace {

// Looks up what a cache remembers; quickest when contacts come pair by pair, the pairs in ascending order.
class Recall {
 public:
  explicit Recall(const ContactCache& cache) : cache_(cache), begin_(cache.begin()), end_(cache.begin()) {}

  // Null when there is none.
  const CachedContact* find(const ContactKey& key) {
    if (begin_ == end_ || !isOf(*begin_, key)) turnTo(key);
    const auto found = std::find_if(begin_, end_, [&](const CachedContact& known) { return known.key == key; });
    return found == end_ ? nullptr : &*found;
  }

 private:
  static bool isOf(const CachedContact& known, const ContactKey& key) {
    return known.key.a == key.a && known.key.b == key.b;
  }
  // All that is remembered of the pair.
  void turnTo(const ContactKey& key) {
    begin_ = end_;
    if (begin_ == cache_.end() || !isOf(*begin_, key))
      begin_ = std::ranges::lower_bound(cache_, ContactKey{key.a, key.b, 0}, {}, &CachedContact::key);
    end_ = std::find_if(begin_, cache_.end(), [&](const CachedContact& known) { return !isOf(known, key); });
  }

  const ContactCache& cache_;
  ContactCache::const_iterator begin_, end_;  // of the pair asked for last
};

// Contacts come pair by pair, the pairs in ascending order: only a pair's few are moved.
void sortNearlySorted(ContactCache& cache) {
  for (std::size_t i = 1; i < cache.size(); ++i)
    for (std::size_t k = i; k > 0 && cache[k].key < cache[k - 1].key; --k) std::swap(cache[k - 1], cache[k]);
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
  Solution start;
  warmStart(problem, cache, joints, start);
  return start;
}

void warmStart(const ContactProblem& problem, const ContactCache& cache, const JointMemory& joints,
               Solution& solution) {
  solution.lambda.setZero(problem.rows());
  solution.ray.resize(0);
  solution.sets.clear();
  solution.sets_inferred = false;
  if (cache.empty() && joints.impulses.size() == 0) return;
  solution.sets.resize(problem.rows());
  recallJoints(problem, joints, solution);
  Recall recall(cache);
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPlace& place = problem.places[contact];
    CachedContact known;
    known.normal_set = RowSet::Unclamped;
    if (const CachedContact* found = recall.find({place.a, place.b, place.feature})) known = *found;
    const int n = problem.normalRow(contact);
    solution.lambda[n] = std::max(0.0, known.impulse.dot(place.normal));
    solution.lambda[n + 1] = known.impulse.dot(place.t1);
    solution.sets[n] = known.normal_set;
    solution.sets[n + 1] = known.tangent_set;
    if (problem.dim < 3) continue;
    solution.lambda[n + 2] = known.impulse.dot(place.t2);
    solution.sets[n + 2] = known.tangent2_set;
  }
}

JointMemory rememberJoints(const ContactProblem& problem, const Solution& solution) {
  JointMemory joints;
  rememberJoints(problem, solution, joints);
  return joints;
}

void rememberJoints(const ContactProblem& problem, const Solution& solution, JointMemory& joints) {
  joints.impulses = solution.lambda.tail(problem.joint_rows);
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  joints.sets.clear();
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    joints.sets.push_back(with_sets ? solution.sets[row] : idleSet(problem, row));
}

ContactCache remember(const ContactProblem& problem, const Solution& solution) {
  ContactCache cache;
  remember(problem, solution, cache);
  return cache;
}

void remember(const ContactProblem& problem, const Solution& solution, ContactCache& cache) {
  cache.clear();
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
  sortNearlySorted(cache);
}

}  // namespace keystone
