#include "world/warm_start.h"

#include <algorithm>
#include <span>

#include "math/scratch_pool.h"

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
    CachedContact& start =
        starts[static_cast<std::size_t>(std::ranges::min_element(places, {}, away) - places.begin())];
    const Vec3 impulse = start.impulse + old.impulse;
    if (start.key.a < 0) start = old;
    start.impulse = impulse;
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
  const bool known = static_cast<int>(joints.size()) == problem.joint_rows;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const int at = row - problem.firstJointRow();
    solution.sets[row] = known ? joints[at].set : idleSet(problem, row);
    if (known) solution.lambda[row] = std::clamp(joints[at].impulse, problem.lower(row), problem.upper(row));
  }
}

void startContact(const ContactProblem& problem, int contact, const CachedContact& known, Solution& solution) {
  const ContactPoint& place = problem.contact_points[contact];
  const int n = problem.normalRow(contact);
  solution.lambda[n] = std::max(0.0, known.impulse.dot(place.normal));
  solution.lambda[n + 1] = known.impulse.dot(place.t1);
  solution.sets[n] = known.normal_set;
  solution.sets[n + 1] = known.tangent_set;
  if (problem.dim < 3) return;
  solution.lambda[n + 2] = known.impulse.dot(place.t2);
  solution.sets[n + 2] = known.tangent2_set;
}

}  // namespace

void warmStart(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints, Solution& solution) {
  solution.lambda.setZero(problem.rows());
  solution.ray.resize(0);
  solution.sets.clear();
  solution.sets_inferred = false;
  if (cache.empty() && joints.empty()) return;
  solution.sets.resize(problem.rows());
  recallJoints(problem, joints, solution);
  Recall recall(cache);
  const Scratch<std::vector<CachedContact>> starts;
  for (int first = 0; first < problem.contacts; first += static_cast<int>(starts->size())) {
    const auto places = std::span(problem.contact_points).subspan(static_cast<std::size_t>(first));
    const auto isOther = [&](const ContactPoint& place) { return place.a != places[0].a || place.b != places[0].b; };
    const auto end = std::ranges::find_if(places, isOther);
    recallPair({places.begin(), end}, recall.pair(places[0].a, places[0].b), *starts);
    for (std::size_t i = 0; i < starts->size(); ++i)
      startContact(problem, first + static_cast<int>(i), (*starts)[i], solution);
  }
}

void rememberJoints(const ContactProblem& problem, const Solution& solution, JointCache& joints) {
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  joints.clear();
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    joints.push_back({problem.joint_of_row[static_cast<std::size_t>(row - problem.firstJointRow())],
                      solution.lambda[row], with_sets ? solution.sets[row] : idleSet(problem, row)});
}

void remember(const ContactProblem& problem, const Solution& solution, ContactCache& cache) {
  cache.clear();
  cache.reserve(problem.contacts);
  const bool with_sets = static_cast<int>(solution.sets.size()) == problem.rows();
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPoint& place = problem.contact_points[contact];
    const int n = problem.normalRow(contact);
    CachedContact known;
    known.key = {place.a, place.b, place.feature};
    known.point = place.point;
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
