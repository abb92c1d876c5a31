#include "framework/framework_mirror.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace keystone {
namespace {

// [points], the smallest number among the points that bars connect each with.
std::vector<int> objectsOf(const Framework& framework) {
  std::vector<int> object(static_cast<std::size_t>(framework.points()));
  std::iota(object.begin(), object.end(), 0);
  const auto root = [&](int point) {
    while (object[point] != point) point = object[point] = object[object[point]];
    return point;
  };
  for (const auto* bars : {&framework.bars, &framework.braces})
    for (const Bar& bar : *bars) {
      // What is fixed joins nothing.
      if (framework.isFixed(bar.i) || framework.isFixed(bar.j)) continue;
      const int one = root(bar.i), other = root(bar.j);
      object[std::max(one, other)] = std::min(one, other);
    }
  for (int point = 0; point < framework.points(); ++point) object[point] = root(point);
  return object;
}

class Finder {
 public:
  Finder(const Framework& framework, const VecX& velocities, double axis, double tolerance)
      : framework_(framework), v_(velocities), object_(objectsOf(framework)), axis_(axis), tolerance_(tolerance) {}

  // Partners of all points of the object that begins with `first`, in the one that begins with `other`.
  bool match(int first, int other, std::vector<int>& partner) const {
    std::vector<std::pair<int, int>> found;
    for (int i = first; i < framework_.points(); ++i) {
      if (object_[i] != first || framework_.isFixed(i)) continue;
      int image = -1;
      for (int j = other; j < framework_.points() && image < 0; ++j)
        if (object_[j] == other && isImage(i, j)) image = j;
      if (image < 0) return false;
      found.emplace_back(i, image);
    }
    for (const auto& [point, image] : found) partner[point] = image;
    return true;
  }
  // Every bar to a fixed point has its image.
  bool holdsAlike(const std::vector<int>& partner) const {
    return std::ranges::all_of(framework_.bars, [&](const Bar& bar) {
      if (!framework_.isFixed(bar.i) && !framework_.isFixed(bar.j)) return true;
      const int image = partner[framework_.isFixed(bar.i) ? bar.j : bar.i];
      const Vec2 foot = at(framework_.positions, framework_.isFixed(bar.i) ? bar.i : bar.j);
      return std::ranges::any_of(framework_.bars, [&](const Bar& other) {
        const bool reversed = other.j == image && framework_.isFixed(other.i);
        if (other.strut != bar.strut || (!reversed && (other.i != image || !framework_.isFixed(other.j)))) return false;
        const Vec2 its_foot = at(framework_.positions, reversed ? other.i : other.j);
        return (Vec2(2.0 * axis_ - foot.x(), foot.y()) - its_foot).norm() <= tolerance_;
      });
    });
  }
  bool begins(int point) const { return object_[point] == point && !framework_.isFixed(point); }

 private:
  bool isImage(int i, int j) const {
    if (framework_.isFixed(j) || std::abs(framework_.masses[i] - framework_.masses[j]) > 1e-12 * framework_.masses[i])
      return false;
    const Vec2 p = at(framework_.positions, i), q = at(framework_.positions, j), v = at(v_, i), w = at(v_, j);
    return (Vec2(2.0 * axis_ - p.x(), p.y()) - q).norm() <= tolerance_ &&
           (Vec2(-v.x(), v.y()) - w).norm() <= tolerance_;
  }

  const Framework& framework_;
  const VecX& v_;
  std::vector<int> object_;
  double axis_, tolerance_;
};

}  // namespace

std::optional<FrameworkMirror> findMirror(const Framework& framework, const VecX& velocities, double tolerance) {
  double sum = 0.0;
  int moving = 0;
  for (int point = 0; point < framework.points(); ++point) {
    if (framework.isFixed(point)) continue;
    sum += at(framework.positions, point).x();
    ++moving;
  }
  if (moving == 0) return std::nullopt;
  FrameworkMirror mirror{sum / moving, std::vector<int>(static_cast<std::size_t>(framework.points()), -1)};
  const Finder finder(framework, velocities, mirror.axis, tolerance);
  for (int first = 0; first < framework.points(); ++first) {
    if (!finder.begins(first)) continue;
    bool found = false;
    for (int other = 0; other < framework.points() && !found; ++other)
      found = finder.begins(other) && finder.match(first, other, mirror.partner);
    if (!found) return std::nullopt;
  }
  if (!finder.holdsAlike(mirror.partner)) return std::nullopt;
  return mirror;
}

double mirrorError(const FrameworkMirror& mirror, const VecX& p) {
  double worst = 0.0;
  for (int point = 0; point < static_cast<int>(mirror.partner.size()); ++point) {
    if (mirror.partner[point] < 0) continue;
    const Vec2 here = at(p, point), there = at(p, mirror.partner[point]);
    worst = std::max(worst, (Vec2(2.0 * mirror.axis - here.x(), here.y()) - there).norm());
  }
  return worst;
}

}  // namespace keystone
