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
  double width;       // [m], between the outer edges of the feet
  double top;         // [m], between the two highest edges
  Quat left, right;
};

Pair leanTogether(double length, double thickness, double lean) {
  const double s = std::sin(lean), c = std::cos(lean);
  return {{(thickness * c + length * s) / 2.0, (thickness * s + length * c) / 2.0, 0.0},
          thickness * s + length * c,
          2.0 * (length * s + thickness * c),
          2.0 * thickness * c,
          Quat(Eigen::AngleAxisd(-lean, Vec3::UnitZ())),
          Quat(Eigen::AngleAxisd(lean, Vec3::UnitZ()))};
}

// [m], from one pair's middle to the next one's.
double readPitch(const JsonValue& entry, const Pair& pair, double length) {
  if (const auto gap = entry.find("feet_gap")) return pair.width + gap->number({0.0, kLength.high});
  if (pair.width > length) entry.at("lean").fail("pairs whose feet are wider than a card", "a smaller lean");
  return length;
}

// [m], of the cards across. They must reach over the highest edges; then the next pair's feet stand on them as well.
double readFlatLength(const JsonValue& entry, const Pair& pair, double pitch) {
  const auto share = entry.find("flat_share");
  if (!share) return pitch;
  const double flat = share->number({0.0, 1.0, true}) * pitch;
  if (pitch - flat >= pair.top) share->fail("cards across that end between the tops", "a larger share");
  return flat;
}

}  // namespace

// "storeys" of which the lowest has as many pairs, each higher one a pair less. Cards have "length" and "thickness"
// [m] ("depth" along z) and lean "lean" [rad] from the vertical. Pairs stand a card's length apart, or so that the feet
// of neighbours are "feet_gap" [m] apart. The cards across meet end to end over the tops, or are "flat_share" of the
// pairs' distance long.
void buildCardHouse(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"storeys", "length", "thickness", "lean", "depth", "feet_gap", "flat_share"});
  const int storeys = builder.count("storeys", 1, 100);
  const double length = entry.at("length").number(kLength);
  const double thickness = entry.at("thickness").number(kLength);
  const double lean = entry.at("lean").number({0.0, 0.8, true});
  const double depth = builder.number("depth", kLength, 1.0);
  const Pair pair = leanTogether(length, thickness, lean);
  const double pitch = readPitch(entry, pair, length);
  const Vec3 flat(readFlatLength(entry, pair, pitch), thickness, depth);
  const long long n = storeys;
  builder.reserve(n * (n + 1) + n * (n - 1) / 2);

  const PlacedShape upright{Box{Vec3(thickness, length, depth) / 2.0}, Vec3::Zero(), "box"};
  for (int storey = 0; storey < storeys; ++storey) {
    const int pairs = storeys - storey;
    const double floor = storey * (pair.height + thickness);
    for (int i = 0; i < pairs; ++i) {
      const Vec3 middle((i - 0.5 * (pairs - 1)) * pitch, floor, 0.0);
      const Vec3 right = pair.right_centre, left(-right.x(), right.y(), 0.0);
      builder.placeTurned(upright, middle + left, pair.left);
      builder.placeTurned(upright, middle + right, pair.right);
    }
    for (int i = 0; i + 1 < pairs; ++i)
      builder.placeBox(flat, {(i - 0.5 * (pairs - 2)) * pitch, floor + pair.height + thickness / 2.0, 0.0});
  }
}

}  // namespace keystone
