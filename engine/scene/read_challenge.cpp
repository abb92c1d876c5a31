#include <cmath>

#include "math/rounding.h"
#include "scene/json_text.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

constexpr int kMostBricks = 1000;

int bodyNamed(const World& world, const std::string& name) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].name == name) return static_cast<int>(i);
  return -1;
}

std::string readTable(const JsonValue& value, const World& world) {
  std::string name = value.text();
  const int index = bodyNamed(world, name);
  if (index < 0) value.fail("no body \"" + oneLine(name) + "\"", "the name of a body of this scene");
  const auto at = static_cast<std::size_t>(index);
  const bool is_box = std::holds_alternative<Box>(world.colliders[at].shape);
  const bool is_level = world.bodies[at].pose.orientation.angularDistance(Quat::Identity()) <= kNegligible;  // [rad]
  if (!is_box || !is_level || world.bodies[at].kind != BodyKind::Static)
    value.fail("\"" + oneLine(name) + "\", which is none", "a static box that lies level");
  return name;
}

}  // namespace

OverhangChallenge readChallenge(const JsonValue& value, FileScope& file) {
  value.expectKeys({"table", "bricks", "size", "density", "material"});
  if (!file.scene.planar()) value.fail("a challenge in a 3D scene", "one in a planar scene");
  OverhangChallenge challenge;
  challenge.table = readTable(value.at("table"), file.scene.world());
  challenge.bricks = value.at("bricks").integer(1, kMostBricks);
  challenge.half = 0.5 * readSize(value.at("size"), true);
  const Matter matter = readMatter(value, file);
  challenge.density = matter.density;
  challenge.material = matter.material;
  return challenge;
}

}  // namespace keystone
