// Sweep and prune in strips: sort the lower ends along one axis, divide what is scattered across it into strips, then
// in each strip a body meets only those that begin before it ends, four at a time. Half-spaces have no ends; each is
// tested against every body's bounds.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "collide/collide.h"
#include "collide/swept_bounds.h"
#include "math/scratch_pool.h"
#include "math/simd_double4.h"

namespace keystone {
namespace {

struct Entry {
  Aabb box;
  int body;
};

bool mayCollide(const Body& body_a, const Collider& a, const Body& body_b, const Collider& b) {
  return (body_a.moves() || body_b.moves()) && (body_a.isDynamic() || body_b.isDynamic()) && (a.layer & b.mask) != 0 &&
         (b.layer & a.mask) != 0;
}

// The three axes, that along which the bounds are scattered most first.
std::array<int, 3> axesByScatter(const std::vector<Entry>& entries) {
  Vec3 sum = Vec3::Zero();
  Vec3 squares = Vec3::Zero();
  for (const Entry& entry : entries) {
    const Vec3 center = 0.5 * (entry.box.lower + entry.box.upper);
    sum += center;
    squares += center.cwiseAbs2();
  }
  const Vec3 variance = squares - sum.cwiseAbs2() / std::max<double>(1.0, static_cast<double>(entries.size()));
  std::array<int, 3> axes{0, 1, 2};
  std::ranges::sort(axes, [&](int a, int b) { return std::pair(-variance[a], a) < std::pair(-variance[b], b); });
  return axes;
}

// Equal strips across an axis, twice as wide as the bounds are on average, so that most lie in one or two.
class Strips {
 public:
  Strips(const std::vector<Entry>& entries, int axis) : axis_(axis) {
    double low = std::numeric_limits<double>::infinity(), high = -low, extents = 0.0;
    for (const Entry& entry : entries) {
      low = std::min(low, entry.box.lower[axis]);
      high = std::max(high, entry.box.upper[axis]);
      extents += entry.box.upper[axis] - entry.box.lower[axis];
    }
    const auto size = static_cast<double>(entries.size());
    const double most = std::clamp(0.5 * size * (high - low) / extents, 1.0, std::sqrt(size));
    if (!(most >= 2.0)) return;  // or not a number
    count_ = static_cast<int>(most);
    low_ = low;
    per_metre_ = count_ / (high - low);
  }
  int count() const { return count_; }
  int first(const Entry& entry) const { return at(entry.box.lower[axis_]); }
  int last(const Entry& entry) const { return at(entry.box.upper[axis_]); }

 private:
  int at(double place) const {
    const double strip = (place - low_) * per_metre_;
    return strip > 0.0 ? static_cast<int>(std::min(strip, count_ - 1.0)) : 0;  // 0 of what is no number
  }

  int axis_, count_ = 1;
  double low_ = 0.0, per_metre_ = 0.0;
};

// Strip after strip, the bounds in it in the order of their lower ends along the axis of the sweep, which comes first
// of the three.
struct Sweep {
  // After each strip kSimdWidth that are no numbers: they overlap nothing.
  std::array<std::vector<double>, 3> low, high;
  std::vector<std::size_t> entry;   // as low and high
  std::vector<int> first;           // [entries], strip
  std::vector<std::size_t> begins;  // [strips + 2], in low and high; filled, strip s ends at begins[s + 1]
};

void sortEnds(const std::vector<Entry>& entries, Sweep& sweep) {
  const std::array<int, 3> axes = axesByScatter(entries);
  const Strips strips(entries, axes[1]);
  const Scratch<std::vector<std::pair<double, std::size_t>>> workspace;
  auto& order = *workspace;
  order.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) order.emplace_back(entries[i].box.lower[axes[0]], i);
  std::sort(order.begin(), order.end());

  sweep.first.clear();
  sweep.begins.assign(static_cast<std::size_t>(strips.count()) + 2, kSimdWidth);
  for (const Entry& entry : entries) {
    sweep.first.push_back(strips.first(entry));
    for (int strip = sweep.first.back(); strip <= strips.last(entry); ++strip) ++sweep.begins[strip + 2];
  }
  sweep.begins[0] = sweep.begins[1] = 0;
  std::partial_sum(sweep.begins.begin(), sweep.begins.end(), sweep.begins.begin());
  for (int k = 0; k < 3; ++k) {
    sweep.low[k].assign(sweep.begins.back(), std::nan(""));
    sweep.high[k].assign(sweep.begins.back(), std::nan(""));
  }
  sweep.entry.assign(sweep.begins.back(), 0);
  for (const auto& [end, i] : order)
    for (int strip = sweep.first[i]; strip <= strips.last(entries[i]); ++strip) {
      const std::size_t at = sweep.begins[strip + 1]++;
      for (int k = 0; k < 3; ++k) {
        sweep.low[k][at] = entries[i].box.lower[axes[k]];
        sweep.high[k][at] = entries[i].box.upper[axes[k]];
      }
      sweep.entry[at] = i;
    }
}

// Calls meet(i, j) once for all entries that overlap: in the first strip that has both.
template <class Meet>
void forOverlaps(const Sweep& sweep, const Meet& meet) {
  const auto overlap = [&](std::size_t i, std::size_t j, std::size_t axis) {
    return (load(&sweep.low[axis][j]) <= broadcast(sweep.high[axis][i])) &
           (load(&sweep.high[axis][j]) >= broadcast(sweep.low[axis][i]));
  };
  int strip = 0;
  for (std::size_t i = 0; i < sweep.entry.size(); ++i) {
    while (i >= sweep.begins[strip + 1] + kSimdWidth) ++strip;
    const double end = sweep.high[0][i];
    for (std::size_t j = i + 1; j < sweep.entry.size() && sweep.low[0][j] <= end; j += kSimdWidth) {
      unsigned hits = whereTrue(overlap(i, j, 0) & overlap(i, j, 1) & overlap(i, j, 2));
      for (; hits != 0; hits &= hits - 1) {
        const std::size_t one = sweep.entry[i],
                          other = sweep.entry[j + static_cast<std::size_t>(std::countr_zero(hits))];
        if (std::max(sweep.first[one], sweep.first[other]) == strip) meet(one, other);
      }
    }
  }
}

// In ascending order, by the number of pairs that each body is first in.
void sortPairs(const std::vector<std::pair<int, int>>& pairs, std::size_t bodies,
               std::vector<std::pair<int, int>>& result) {
  const Scratch<std::vector<int>> begins, ends;
  std::vector<int>&begin = *begins, &end = *ends;
  begin.assign(bodies + 1, 0);
  for (const auto& [a, b] : pairs) ++begin[a + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  result.resize(pairs.size());
  end = begin;
  for (const auto& pair : pairs) result[end[pair.first]++] = pair;
  for (std::size_t a = 0; a < bodies; ++a) std::sort(result.begin() + begin[a], result.begin() + end[a]);
}

struct Workspace {
  std::vector<Entry> entries;
  std::vector<int> half_spaces;
  std::vector<std::pair<int, int>> pairs;  // as they are found
  Sweep sweep;
};

}  // namespace

void broadPhase(std::span<const Body> bodies, std::span<const Collider> colliders, const CollideParams& params,
                double h, std::vector<std::pair<int, int>>& pairs) {
  const Scratch<Workspace> workspace;
  auto& [entries, half_spaces, found, sweep] = *workspace;
  entries.clear();
  half_spaces.clear();
  found.clear();
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    if (isHalfSpace(colliders[i].shape)) {
      half_spaces.push_back(i);
    } else {
      entries.push_back({sweptBounds(bodies[i], colliders[i].shape, params.margin, h), i});
    }
  }

  for (const int p : half_spaces) {
    for (const Entry& entry : entries) {
      if (!mayCollide(bodies[p], colliders[p], bodies[entry.body], colliders[entry.body])) continue;
      if (!reachesHalfSpace(bodies[p], colliders[p].shape, entry.box, params.margin, h)) continue;
      found.emplace_back(std::min(p, entry.body), std::max(p, entry.body));
    }
  }
  sortEnds(entries, sweep);
  forOverlaps(sweep, [&, &found = found, &entries = entries](std::size_t i, std::size_t j) {
    const auto [a, b] = std::minmax(entries[i].body, entries[j].body);
    if (mayCollide(bodies[a], colliders[a], bodies[b], colliders[b])) found.emplace_back(a, b);
  });
  sortPairs(found, bodies.size(), pairs);
}

}  // namespace keystone
