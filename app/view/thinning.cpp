#include "view/thinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace keystone {
namespace {

int classOf(double weight) {
  constexpr double kClass = 0.2231;  // log 1.25
  return weight > 0.0 && std::isfinite(weight) ? static_cast<int>(std::floor(std::log(weight) / kClass)) : -100000;
}

// The kept places, by square cells as wide as the widest spacing.
class Kept {
 public:
  explicit Kept(double cell) : cell_(cell) {}

  bool hasNear(const SignPlace& place) const {
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const auto found = cells_.find(keyOf(place, dx, dy));
        if (found == cells_.end()) continue;
        for (const Vec2& other : found->second)
          if ((other - place.pixel).squaredNorm() < place.spacing * place.spacing) return true;
      }
    }
    return false;
  }
  void add(const SignPlace& place) { cells_[keyOf(place, 0, 0)].push_back(place.pixel); }

 private:
  long keyOf(const SignPlace& place, int dx, int dy) const {
    const long x = std::lround(std::floor(place.pixel.x() / cell_)) + dx;
    const long y = std::lround(std::floor(place.pixel.y() / cell_)) + dy;
    return (x * 1000003L + y) * 16L + place.kind;
  }
  double cell_;
  std::unordered_map<long, std::vector<Vec2>> cells_;
};

}  // namespace

std::vector<bool> thinned(std::span<const SignPlace> places) {
  std::vector<bool> shown(places.size(), true);
  double widest = 0.0;
  for (const SignPlace& place : places) widest = std::max(widest, place.spacing);
  if (widest <= 0.0) return shown;
  std::vector<int> classes;
  for (const SignPlace& place : places) classes.push_back(classOf(place.weight));
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return classes[a] > classes[b]; });
  Kept kept(widest);
  for (const std::size_t i : order) {
    shown[i] = places[i].spacing <= 0.0 || !kept.hasNear(places[i]);
    if (shown[i]) kept.add(places[i]);
  }
  return shown;
}

}  // namespace keystone
