// Storeys of leaning pairs of cards with cards laid across their tops.
#include <cmath>

#include "scene/generators.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

// A pair that leans together over x = 0 on the floor y = 0. The tops meet in one edge, the feet stand on their inner
// edges, and the highest edges lie t cos(lean) to both sides of the middle.
struct Pair {
  Vec3 right_centre;  // [m], of the right card; the left one is its mirror image
  double height;      // [m]
  Quat left, right;
};

Pair leanTogether(double length, double thickness, double lean) {
  const double s = std::sin(lean), c = std::cos(lean);
  return {{(thickness * c + length * s) / 2.0, (thickness * s + length * c) / 2.0, 0.0},
          thickness * s + length * c,
          Quat(Eigen::AngleAxisd(-lean, Vec3::UnitZ())),
          Quat(Eigen::AngleAxisd(lean, Vec3::UnitZ()))};
}

}  // namespace

// "storeys" of which the lowest has as many pairs, each higher one a pair less. Cards have "length" and "thickness"
// [m] ("depth" along z) and lean "lean" [rad] from the vertical. Pairs stand a card's length apart, so that the cards
// across meet end to end over the tops.
void buildCardHouse(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"storeys", "length", "thickness", "lean", "depth"});
  const int storeys = builder.count("storeys", 1, 100);
  const double length = entry.at("length").number(kLength);
  const double thickness = entry.at("thickness").number(kLength);
  const JsonValue lean_value = entry.at("lean");
  const double lean = lean_value.number({0.0, 0.8, true});
  const double depth = builder.number("depth", kLength, 1.0);
  const Pair pair = leanTogether(length, thickness, lean);
  if (2.0 * (length * std::sin(lean) + thickness * std::cos(lean)) > length) {
    lean_value.fail("pairs whose feet are wider than a card", "a smaller lean");
  }
  const long long n = storeys;
  builder.reserve(n * (n + 1) + n * (n - 1) / 2);

  const PlacedShape upright{Box{Vec3(thickness, length, depth) / 2.0}, Vec3::Zero(), "box"};
  for (int storey = 0; storey < storeys; ++storey) {
    const int pairs = storeys - storey;
    const double floor = storey * (pair.height + thickness);
    for (int i = 0; i < pairs; ++i) {
      const Vec3 middle((i - 0.5 * (pairs - 1)) * length, floor, 0.0);
      const Vec3 right = pair.right_centre, left(-right.x(), right.y(), 0.0);
      builder.placeTurned(upright, middle + left, pair.left);
      builder.placeTurned(upright, middle + right, pair.right);
    }
    for (int i = 0; i + 1 < pairs; ++i) {
      builder.placeBox({length, thickness, depth},
                       {(i - 0.5 * (pairs - 2)) * length, floor + pair.height + thickness / 2.0, 0.0});
    }
  }
}

}  // namespace keystone
