#include "collide/patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

// Equal scores must not be decided by rounding: a later candidate wins only by this fraction.
constexpr double kBetter = 1.0 + 1e-3;

template <typename Score>
int pick(const Patch& patch, Score score) {
  int best = 0;
  double best_score = score(patch.points[0]);
  for (int i = 1; i < patch.count; ++i) {
    const double candidate = score(patch.points[i]);
    if (candidate > kBetter * best_score) {
      best = i;
      best_score = candidate;
    }
  }
  return best;
}

// Order: deepest, farthest from it, farthest from their line, and the farthest on the other side of that line.
std::array<int, 4> spread(const Patch& patch, double tie) {
  int first = 0;
  for (int i = 1; i < patch.count; ++i) {
    if (patch.points[i].gap < patch.points[first].gap - tie) first = i;
  }
  const Vec3 origin = patch.points[first].point;
  const int second = pick(patch, [&](const ManifoldPoint& p) { return (p.point - origin).squaredNorm(); });
  const Vec3 across = patch.normal.cross(patch.points[second].point - origin);
  const int third = pick(patch, [&](const ManifoldPoint& p) { return std::abs(across.dot(p.point - origin)); });
  const double side = across.dot(patch.points[third].point - origin) < 0.0 ? 1.0 : -1.0;
  const int fourth = pick(patch, [&](const ManifoldPoint& p) { return side * across.dot(p.point - origin); });
  return {first, second, third, fourth};
}

void keepFour(Patch& patch, double tie) {
  std::array<int, 4> kept = spread(patch, tie);
  std::sort(kept.begin(), kept.end());  // the patch's own order, so that a point keeps its row
  const int count = static_cast<int>(std::unique(kept.begin(), kept.end()) - kept.begin());
  for (int i = 0; i < count; ++i) patch.points[i] = patch.points[kept[i]];
  patch.count = count;
}

// Four bear a face with corners. A round one needs more, or it would tip before its rim bears.
void keepMany(Patch& patch, double tie, int most) {
  std::array<bool, Patch::kCapacity> kept{};
  std::array<double, Patch::kCapacity> way;  // [m^2], to the nearest point kept
  way.fill(HUGE_VAL);
  const auto keep = [&](int i) {
    kept[i] = true;
    for (int k = 0; k < patch.count; ++k)
      way[k] = std::min(way[k], (patch.points[k].point - patch.points[i].point).squaredNorm());
  };
  for (const int i : spread(patch, tie)) keep(i);
  while (std::count(kept.begin(), kept.end(), true) < most) {
    int next = 0;
    for (int i = 1; i < patch.count; ++i)
      if (way[i] > kBetter * way[next]) next = i;
    if (way[next] <= tie * tie) break;
    keep(next);
  }
  int count = 0;
  for (int i = 0; i < patch.count; ++i)
    if (kept[i]) patch.points[count++] = patch.points[i];
  patch.count = count;
}

Material materialOf(const Body& body, const Collider& collider) {
  Material own = collider.material;
  if (!own.grain.isZero(0.0)) own.grain = body.pose.rotate(own.grain);
  return own;
}

Vec3 surfaceVelocityOf(const Body& body, const Collider& collider) {
  const Vec3& v = collider.surface_velocity;
  return v.isZero(0.0) ? v : body.pose.rotate(v);
}

}  // namespace

void findOutermost(std::span<const ManifoldPoint> points, const Vec3& normal, double tie, double slope,
                   std::vector<std::size_t>& found) {
  constexpr int kDirections = 16;  // between the tangents: edges along them end at corners
  const auto most = [&](const auto& score) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (score(points[i]) > score(points[best]) + tie) best = i;
    return best;
  };
  found.push_back(most([](const ManifoldPoint& point) { return -point.gap; }));
  Vec3 t1, t2;
  tangents(normal, t1, t2);
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.5) / kDirections;
    const Vec3 direction = std::cos(angle) * t1 + std::sin(angle) * t2;
    found.push_back(most([&](const ManifoldPoint& point) { return direction.dot(point.point) - slope * point.gap; }));
  }
}

void findHull(std::span<const ManifoldPoint> points, const Vec3& normal, double tie, std::vector<std::size_t>& found) {
  Vec3 t1, t2;
  tangents(normal, t1, t2);
  const auto along = [&](std::size_t i) { return Vec2(t1.dot(points[i].point), t2.dot(points[i].point)); };
  const Scratch<std::vector<std::size_t>> scratch;
  std::vector<std::size_t>& order = *scratch;
  order.resize(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(along(i).x(), along(i).y()); });
  const auto addChain = [&] {
    const std::size_t begin = found.size();
    for (const std::size_t i : order) {
      // The last one is no corner where it lies beyond the line to this one by no more than the tie.
      while (found.size() >= begin + 2) {
        const Vec2 from = along(found[found.size() - 2]), to = along(i) - from, last = along(found.back()) - from;
        if (last.x() * to.y() - last.y() * to.x() > tie * to.norm()) break;
        found.pop_back();
      }
      found.push_back(i);
    }
  };
  addChain();
  std::ranges::reverse(order);
  addChain();
}

void sortOnce(std::vector<std::size_t>& found) {
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

void joinSurfaces(const Body& a, const Collider& of_a, const Body& b, const Collider& of_b, Manifold& manifold) {
  manifold.material = combine(materialOf(a, of_a), materialOf(b, of_b));
  manifold.surface_velocity = surfaceVelocityOf(b, of_b) - surfaceVelocityOf(a, of_a);
}

Approach makeApproach(const Body& a, double radius_a, const Body& b, double radius_b, double margin, double h) {
  Approach approach{a, b, margin, h, 0.0, std::min(radius_a, radius_b)};
  double speed = (b.velocity - a.velocity).norm();
  if (!a.omega.isZero(0.0)) speed += a.omega.norm() * radius_a;
  if (!b.omega.isZero(0.0)) speed += b.omega.norm() * radius_b;
  approach.bound = margin + h * speed;
  return approach;
}

bool select(Patch& patch, const Approach& approach, int most, Manifold& manifold) {
  int kept = 0;
  for (int i = 0; i < patch.count; ++i) {
    const ManifoldPoint& point = patch.points[i];
    if (approach.reaches(point.point, patch.normal, point.gap)) patch.points[kept++] = point;
  }
  patch.count = kept;
  const double tie = kFaceTie * approach.size;
  if (patch.count > most && most == 4) keepFour(patch, tie);
  if (patch.count > most) keepMany(patch, tie, most);
  manifold.normal = patch.normal;
  manifold.count = patch.count;
  manifold.apart = patch.apart;
  for (int i = 0; i < patch.count; ++i) {
    manifold.points[i] = patch.points[i];
    manifold.points[i].point += approach.a.pose.position;
  }
  return patch.count > 0;
}

}  // namespace keystone
