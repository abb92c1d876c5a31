#include "world/warm_start.h"

#include <algorithm>
#include <limits>
#include <span>

#include "math/parallel.h"
#include "math/scratch_pool.h"
#include "problem/assemble_moments.h"

namespace keystone {
namespace {

// Looks up what a cache remembers; quickest when pairs are asked for in ascending order.
class Recall {
 public:
  explicit Recall(const ContactCache& cache) : cache_(cache), end_(cache.begin()) {}

  // All that is remembered of a pair.
  std::span<const CachedContact> pair(int a, int b) {
    const auto isOf = [a, b](const CachedContact& known) { return known.key.a == a && known.key.b == b; };
    auto begin = end_;
    if (begin == cache_.end() || !isOf(*begin))
      begin = std::ranges::lower_bound(cache_, ContactKey{a, b, 0}, {}, &CachedContact::key);
    end_ = std::find_if_not(begin, cache_.end(), isOf);
    return {begin, end_};
  }

 private:
  const ContactCache& cache_;
  ContactCache::const_iterator end_;  // of the pair asked for last
};

// What a pair's contacts start with. What a contact bore that is not found again goes to the nearest one, since a small
// turn gives a corner another name; a new contact takes over its sets as well.
void recallPair(std::span<const ContactPoint> places, std::span<const CachedContact> known,
                std::vector<CachedContact>& starts) {
  starts.assign(places.size(), {.key = {-1, -1, 0}, .normal_set = RowSet::Unclamped});
  const auto successorOf = [&](const CachedContact& old) {
    return starts.begin() + (std::ranges::find(places, old.key.feature, &ContactPoint::feature) - places.begin());
  };
  for (const CachedContact& old : known)
    if (const auto start = successorOf(old); start != starts.end()) *start = old;
  for (const CachedContact& old : known) {
    if (old.impulse.isZero(0.0) || successorOf(old) != starts.end()) continue;
    const auto away = [&](const ContactPoint& place) { return (place.point - old.point).squaredNorm(); };
    CachedContact& start = starts[std::ranges::min_element(places, {}, away) - places.begin()];
    const Vec3 impulse = start.impulse + old.impulse, moment = start.moment + old.moment;
    if (start.key.a < 0) start = old;
    start.impulse = impulse;
    start.moment = moment;
  }
}

// Contacts come pair by pair, the pairs in ascending order: only a pair's few are moved.
void sortNearlySorted(ContactCache& cache) {
  for (std::size_t i = 1; i < cache.size(); ++i)
    for (std::size_t k = i; k > 0 && cache[k].key < cache[k - 1].key; --k) std::swap(cache[k - 1], cache[k]);
}

RowSet idleSet(const ContactProblem& problem, int joint_row) {
  if (problem.isBilateral(joint_row)) return RowSet::Bilateral;
  return problem.isLimit(joint_row) ? RowSet::Unclamped : RowSet::Stick;
}

void recallJoints(const ContactProblem& problem, const JointCache& joints, Solution& solution) {
  const bool known = joints.size() == problem.joint_of_row.size();
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const int at = row - problem.firstJointRow();
    const bool is_joint = at < static_cast<int>(problem.joint_of_row.size());
    solution.sets[row] = known && is_joint ? joints[at].set : idleSet(problem, row);
    if (!known || !is_joint) continue;
    solution.lambda[row] = std::clamp(joints[at].impulse, problem.lower(row), problem.upper(row));
  }
}

// The set of a contact's disc.
RowSet& setOf(const ContactProblem& problem, const FrictionDisc& disc, CachedContact& known) {
  return problem.dim == 3 && disc.count != 2 ? known.torsion_set : known.rolling_set;
}

// `starts`: of the contacts from `first` on. The discs of contacts are in these' order.
void startMoments(const ContactProblem& problem, int first, std::vector<CachedContact>& starts, Solution& solution) {
  const auto isBefore = [first](const FrictionDisc& disc) { return disc.contact < first; };
  for (auto disc = std::ranges::partition_point(problem.discs, isBefore); disc != problem.discs.end(); ++disc) {
    const FrictionDisc& of = *disc;
    if (of.contact >= first + static_cast<int>(starts.size())) return;
    CachedContact& known = starts[of.contact - first];
    for (int k = 0; k < of.count; ++k) {
      const int row = problem.firstJointRow() + of.first + k;
      const auto [linear, angular] = momentRow(problem, of, k);
      solution.lambda[row] =
          (known.impulse.dot(linear) + known.moment.dot(angular)) / (linear.squaredNorm() + angular.squaredNorm());
      solution.sets[row] = setOf(problem, of, known);
    }
  }
}

void startContact(const ContactProblem& problem, int contact, const CachedContact& known, Solution& solution) {
  const ContactPoint& place = problem.contact_points[contact];
  const int n = problem.normalRow(contact);
  solution.lambda[n] = std::max(0.0, known.impulse.dot(place.normal));
  const bool has_friction = problem.mu[contact] > 0.0;  // else it has none, or on a disc
  solution.lambda[n + 1] = has_friction ? known.impulse.dot(place.t1) : 0.0;
  solution.sets[n] = known.normal_set;
  solution.sets[n + 1] = known.tangent_set;
  if (problem.dim < 3) return;
  if (has_friction) solution.lambda[n + 2] = known.impulse.dot(place.t2) / (place.across * place.across);
  solution.sets[n + 2] = known.tangent2_set;
}

constexpr int kContactsAtOnce = 1024;  // of a parallel loop

// use(first, starts): of each pair's contacts, from `first` on, what they start with. Pairs come side by side.
template <typename Use>
void forEachPair(const ContactProblem& problem, const ContactCache& cache, Use use) {
  const std::span places(problem.contact_points);
  const auto isOfPairBefore = [&](int contact) {
    return contact > 0 && contact < problem.contacts && places[contact].a == places[contact - 1].a &&
           places[contact].b == places[contact - 1].b;
  };
  parallelFor(problem.contacts, kContactsAtOnce, [&](int begin, int end) {
    Recall recall(cache);
    const Scratch<std::vector<CachedContact>> starts;
    while (begin < end && isOfPairBefore(begin)) ++begin;
    for (int first = begin, next = begin; first < end; first = next) {
      for (++next; isOfPairBefore(next);) ++next;
      recallPair(places.subspan(first, next - first), recall.pair(places[first].a, places[first].b), *starts);
      use(first, *starts);
    }
  });
}

bool isRounding(const Vec3& change, const Vec3& of) {
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();  // of three products and their sum
  return change.squaredNorm() <= kRounding * kRounding * of.squaredNorm();
}

}  // namespace

void keepRounded(const ContactCache& before, ContactCache& cache) {
  parallelFor(static_cast<int>(cache.size()), kContactsAtOnce, [&](int begin, int end) {
    auto known = std::ranges::lower_bound(before, cache[begin].key, {}, &CachedContact::key);
    for (CachedContact& now : std::span(cache).subspan(begin, end - begin)) {
      while (known != before.end() && known->key < now.key) ++known;
      if (known == before.end()) return;
      if (known->key != now.key) continue;
      if (isRounding(now.impulse - known->impulse, known->impulse)) now.impulse = known->impulse;
      if (isRounding(now.moment - known->moment, known->moment)) now.moment = known->moment;
    }
  });
}

void warmStart(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints, Solution& solution) {
  solution.lambda.setZero(problem.rows());
  solution.penalty.resize(0);
  solution.ray.resize(0);
  solution.sets.clear();
  solution.sets_inferred = false;
  if (cache.empty() && joints.empty()) return;
  solution.sets.resize(problem.rows());
  recallJoints(problem, joints, solution);
  forEachPair(problem, cache, [&](int first, std::vector<CachedContact>& starts) {
    for (std::size_t i = 0; i < starts.size(); ++i)
      startContact(problem, first + static_cast<int>(i), starts[i], solution);
    startMoments(problem, first, starts, solution);
  });
}

void recallPenalties(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints,
                     VecX& penalty) {
  penalty.setZero(problem.rows());
  if (joints.size() == problem.joint_of_row.size())
    for (std::size_t k = 0; k < joints.size(); ++k)
      penalty[problem.firstJointRow() + static_cast<Eigen::Index>(k)] = joints[k].penalty;
  if (cache.empty()) return;
  forEachPair(problem, cache, [&](int first, const std::vector<CachedContact>& starts) {
    for (std::size_t i = 0; i < starts.size(); ++i)
      penalty.segment(problem.normalRow(first + static_cast<int>(i)), problem.dim) =
          starts[i].penalty.head(problem.dim);
  });
}

void rememberJoints(const ContactProblem& problem, const Solution& solution, JointCache& joints) {
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  const bool with_penalties = solution.penalty.size() == problem.rows();
  joints.clear();
  for (std::size_t k = 0; k < problem.joint_of_row.size(); ++k) {
    const int row = problem.firstJointRow() + static_cast<int>(k);
    joints.push_back({problem.joint_of_row[k], solution.lambda[row],
                      with_sets ? solution.sets[row] : idleSet(problem, row),
                      with_penalties ? solution.penalty[row] : 0.0});
  }
}

void remember(const ContactProblem& problem, const Solution& solution, ContactCache& cache) {
  cache.resize(problem.contacts);
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  const bool with_penalties = solution.penalty.size() == problem.rows();
  const auto rememberContact = [&](int contact, CachedContact& known) {
    const ContactPoint& place = problem.contact_points[contact];
    const int n = problem.normalRow(contact);
    known = {};
    known.key = {place.a, place.b, place.feature};
    known.point = place.point;
    known.impulse = solution.lambda[n] * place.normal + solution.lambda[n + 1] * place.t1;
    known.normal_set = with_sets ? solution.sets[n] : RowSet::Unclamped;
    if (with_sets) known.tangent_set = solution.sets[n + 1];
    if (with_penalties) known.penalty.head(problem.dim) = solution.penalty.segment(n, problem.dim);
    if (problem.dim == 3) {
      known.impulse += solution.lambda[n + 2] * place.t2;
      if (with_sets) known.tangent2_set = solution.sets[n + 2];
    }
  };
  parallelFor(problem.contacts, kContactsAtOnce, [&](int begin, int end) {
    for (int contact = begin; contact < end; ++contact) rememberContact(contact, cache[contact]);
  });
  for (const FrictionDisc& disc : problem.discs) {
    if (disc.contact < 0) continue;
    CachedContact& known = cache[disc.contact];
    const int row = problem.firstJointRow() + disc.first;
    for (int k = 0; k < disc.count; ++k) {
      const auto [linear, angular] = momentRow(problem, disc, k);
      known.impulse += solution.lambda[row + k] * linear;
      known.moment += solution.lambda[row + k] * angular;
    }
    if (with_sets) setOf(problem, disc, known) = solution.sets[row];
  }
  sortNearlySorted(cache);
}

}  // namespace keystone
