// Sweep and prune: sort the lower ends along one axis, then each body meets only those that begin before it ends, four
// at a time. Half-spaces have no ends; each is tested against every body's bounds.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
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

int widestAxis(const std::vector<Entry>& entries) {
  Vec3 sum = Vec3::Zero();
  Vec3 squares = Vec3::Zero();
  for (const Entry& entry : entries) {
    const Vec3 center = 0.5 * (entry.box.lower + entry.box.upper);
    sum += center;
    squares += center.cwiseAbs2();
  }
  const Vec3 variance = squares - sum.cwiseAbs2() / std::max<double>(1.0, static_cast<double>(entries.size()));
  int axis = 0;
  variance.maxCoeff(&axis);
  return axis;
}

// Bounds in the order of their lower ends along the axis of the sweep, which comes first of the three.
struct Sweep {
  std::array<std::vector<double>, 3> low, high;  // [bounds + kSimdWidth], not numbers at the end: they overlap nothing
  std::vector<int> body;                         // [bounds]
};

void sortEnds(const std::vector<Entry>& entries, Sweep& sweep) {
  const int axis = widestAxis(entries);
  const Scratch<std::vector<std::pair<double, std::size_t>>> workspace;
  auto& order = *workspace;
  order.clear();
  for (std::size_t i = 0; i < entries.size(); ++i) order.emplace_back(entries[i].box.lower[axis], i);
  std::sort(order.begin(), order.end());
  for (int k = 0; k < 3; ++k) {
    std::vector<double>& low = sweep.low[k];
    std::vector<double>& high = sweep.high[k];
    low.assign(entries.size() + kSimdWidth, std::nan(""));
    high.assign(entries.size() + kSimdWidth, std::nan(""));
    for (std::size_t at = 0; at < order.size(); ++at) {
      low[at] = entries[order[at].second].box.lower[(axis + k) % 3];
      high[at] = entries[order[at].second].box.upper[(axis + k) % 3];
    }
  }
  sweep.body.clear();
  for (const auto& [end, i] : order) sweep.body.push_back(entries[i].body);
}

// Calls meet(i, j) for all bounds i < j that overlap.
template <class Meet>
void forOverlaps(const Sweep& sweep, const Meet& meet) {
  const auto overlap = [&](std::size_t i, std::size_t j, std::size_t axis) {
    return (load(&sweep.low[axis][j]) <= broadcast(sweep.high[axis][i])) &
           (load(&sweep.high[axis][j]) >= broadcast(sweep.low[axis][i]));
  };
  for (std::size_t i = 0; i < sweep.body.size(); ++i) {
    const double end = sweep.high[0][i];
    for (std::size_t j = i + 1; j < sweep.body.size() && sweep.low[0][j] <= end; j += kSimdWidth) {
      unsigned hits = whereTrue(overlap(i, j, 0) & overlap(i, j, 1) & overlap(i, j, 2));
      for (; hits != 0; hits &= hits - 1) meet(i, j + static_cast<std::size_t>(std::countr_zero(hits)));
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
  forOverlaps(sweep, [&, &found = found, &sweep = sweep](std::size_t i, std::size_t j) {
    const auto [a, b] = std::minmax(sweep.body[i], sweep.body[j]);
    if (mayCollide(bodies[a], colliders[a], bodies[b], colliders[b])) found.emplace_back(a, b);
  });
  sortPairs(found, bodies.size(), pairs);
}

}  // namespace keystone
