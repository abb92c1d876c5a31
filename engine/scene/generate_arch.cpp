// A semicircular arch of equal wedge-shaped stones (voussoirs) between radial joints.
#include <cmath>
#include <numbers>

#include "scene/generators.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

// The corner of a stone at an angle from the +x axis, reflected so that left and right agree to the bit.
Vec3 corner(double radius, int joint, int stones) {
  const bool mirrored = 2 * joint > stones;
  const double angle = std::numbers::pi * (mirrored ? stones - joint : joint) / stones;
  const double x = 2 * joint == stones ? 0.0 : radius * std::cos(angle);
  return {mirrored ? -x : x, radius * std::sin(angle), 0.0};
}

}  // namespace

// "stones" voussoirs over "inner_radius" [m] with "thickness" [m]; "depth" [m] along z. The springing joints lie on
// the floor; "fixed_ends" makes the two stones there static. A semicircular ring needs a thickness of about 0.11 of its
// mean radius to stand (Heyman 1969).
void buildArch(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"stones", "inner_radius", "thickness", "depth", "fixed_ends"});
  const int stones = builder.count("stones", 3, 1000);
  const double inner = entry.at("inner_radius").number(kLength);
  const double outer = inner + entry.at("thickness").number(kLength);
  const Vec3 half_depth(0.0, 0.0, builder.number("depth", kLength, 1.0) / 2.0);
  const auto fixed_value = entry.find("fixed_ends");
  const bool fixed_ends = fixed_value && fixed_value->flag();
  builder.reserve(stones);
  for (int stone = 0; stone < stones; ++stone) {
    std::vector<Vec3> points;
    for (const int joint : {stone, stone + 1}) {
      for (const double radius : {inner, outer}) {
        points.push_back(corner(radius, joint, stones) - half_depth);
        points.push_back(corner(radius, joint, stones) + half_depth);
      }
    }
    const bool at_end = stone == 0 || stone == stones - 1;
    builder.matter().kind = fixed_ends && at_end ? BodyKind::Static : BodyKind::Dynamic;
    builder.place(shapeFromPoints(entry, points), Vec3::Zero());
  }
}

}  // namespace keystone
