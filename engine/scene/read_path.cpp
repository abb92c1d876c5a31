// The path of a kinematic body.
#include "scene/json_text.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

constexpr Range kTimes{0.0, 1e9};  // [s]
constexpr std::size_t kMostKeys = 10000;

bool isSamePose(const Pose& a, const Pose& b) {
  return (a.position - b.position).norm() <= kUnitTolerance &&
         (a.orientation.conjugate() * b.orientation).vec().norm() <= kUnitTolerance;
}

}  // namespace

Path readPath(const JsonValue& value, bool planar) {
  value.expectKeys({"keys", "loop", "ease"});
  Path path;
  if (const auto loop = value.find("loop")) path.loop = loop->flag();
  if (const auto ease = value.find("ease")) path.ease = ease->flag();
  const JsonValue keys = value.at("keys");
  for (const JsonValue& key : keys.items(path.loop ? 2 : 1, kMostKeys)) {
    key.expectKeys({"time", "position", "orientation", "angle", "axis"});
    Keyframe frame;
    frame.time = key.at("time").number(kTimes);
    if (!path.keys.empty() && !(frame.time > path.keys.back().time))
      key.at("time").failExpecting("a time after that of the key before");
    frame.pose.position = readVector(key.at("position"), kCoordinate, planar);
    frame.pose.orientation = readOrientation(key, planar);
    path.keys.push_back(frame);
  }
  if (path.loop && !isSamePose(path.keys.front().pose, path.keys.back().pose))
    keys.fail("a loop that ends elsewhere than it begins", "a last key with the place of the first");
  return path;
}

void checkPaths(const std::string& file, const World& world) {
  for (const Path& path : world.paths) {
    const Body& body = world.bodies[path.body];
    if (isSamePose(body.pose, poseAt(path, world.time))) continue;
    throw SceneError(file + ": /bodies: found \"" + oneLine(body.name) +
                     "\" away from its path, expected it where the path is at the start");
  }
}

}  // namespace keystone
