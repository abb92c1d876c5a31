// One entry of /joints. Names of bodies are known only when all files are read, so joints come last.
#include <cmath>
#include <numbers>

#include "scene/scene_parts.h"

namespace keystone {
namespace {

constexpr Range kForce{0.0, 1e12, true};          // [N] or [N m]
constexpr Range kTravel{-1e6, 1e6};               // [m]
constexpr double kTurn = 2.0 * std::numbers::pi;  // [rad]
constexpr JointKind kJointKinds[] = {JointKind::Ball, JointKind::Hinge, JointKind::Slider, JointKind::Fixed,
                                     JointKind::Distance};

// What stands in one entry, and where.
struct Entry {
  const JsonValue& value;
  World& world;
  Joint joint;

  bool planar() const { return world.planar; }
  Vec3 point(const JsonValue& at) const { return readVector(at, kCoordinate, planar()); }
};

JointKind readKind(const JsonValue& value) {
  std::vector<std::string_view> words;
  for (const JointKind kind : kJointKinds) words.push_back(toString(kind));
  return kJointKinds[value.at("type").choice(words)];
}

void checkKeys(const JsonValue& value, JointKind kind, bool planar) {
  std::vector<std::string_view> keys = {"name", "type", "a", "b", "collide", "local_anchors"};
  const bool turns = kind != JointKind::Ball && kind != JointKind::Distance;
  if (turns) keys.push_back("local_frames");
  if (kind == JointKind::Slider || (kind == JointKind::Hinge && !planar)) keys.push_back("axis");
  keys.push_back(kind == JointKind::Distance ? "anchors" : "anchor");
  if (kind != JointKind::Fixed) keys.push_back("friction");
  if (kind != JointKind::Fixed && kind != JointKind::Ball) keys.insert(keys.end(), {"limits", "motor"});
  value.expectKeys(keys);
}

int readEnd(const JsonValue& value, std::string_view key, const BodyNames& names) {
  const auto given = value.find(key);
  if (!given) return -1;
  const auto found = names.find(given->text());
  if (found == names.end()) given->failExpecting("the name of a body");
  return found->second;
}

void readEnds(Entry& entry, const BodyNames& names) {
  Joint& joint = entry.joint;
  joint.a = readEnd(entry.value, "a", names);
  joint.b = readEnd(entry.value, "b", names);
  if (joint.a == joint.b) {
    if (joint.a < 0) entry.value.fail("neither \"a\" nor \"b\"", "the name of a body in one of them at least");
    entry.value.at("b").failExpecting("another body than \"a\"");
  }
  const auto moves = [&](int body) { return body >= 0 && entry.world.bodies[body].isDynamic(); };
  if (!moves(joint.a) && !moves(joint.b)) entry.value.fail("two ends that nothing can move", "a dynamic body");
}

Vec3 readAxis(const Entry& entry) {
  const auto given = entry.value.find("axis");
  if (!given) {
    const bool needed = entry.joint.kind == JointKind::Slider || entry.joint.kind == JointKind::Hinge;
    if (needed && !(entry.joint.kind == JointKind::Hinge && entry.planar())) entry.value.fail("no key \"axis\"", "one");
    return Vec3::UnitZ();
  }
  const Vec3 axis = readVector(*given, {-1.0, 1.0}, entry.planar());
  if (std::abs(axis.norm() - 1.0) > kUnitTolerance) given->failExpecting("a vector of length 1");
  return axis.normalized();
}

// Where the joint is, in the world, with the bodies as the file places them.
void readPlace(Entry& entry) {
  const auto locals = entry.value.find("local_anchors"), frames = entry.value.find("local_frames");
  const auto& value = entry.value;
  Joint& joint = entry.joint;
  if (locals) {
    if (const auto other = value.find("anchor")) other->fail("an anchor beside local_anchors", "one of the two");
    if (const auto other = value.find("anchors")) other->fail("anchors beside local_anchors", "one of the two");
  }
  if (frames && value.find("axis")) frames->fail("local_frames beside an axis", "one of the two");
  if (!frames || !locals) {
    Vec3 a = poseOf(entry.world.bodies, joint.b < 0 ? joint.a : joint.b).position;
    Vec3 b = a;
    if (joint.kind == JointKind::Distance && !locals) {
      const std::vector<JsonValue> ends = value.at("anchors").items(2, 2);
      a = entry.point(ends[0]);
      b = entry.point(ends[1]);
    } else if (!locals && (value.find("anchor") || joint.kind == JointKind::Ball || joint.kind == JointKind::Hinge)) {
      a = b = entry.point(value.at("anchor"));
    }
    attach(joint, entry.world.bodies, a, b, frames ? Vec3(Vec3::UnitZ()) : readAxis(entry));
  }
  if (locals) {
    const std::vector<JsonValue> ends = locals->items(2, 2);
    joint.anchor_a = entry.point(ends[0]);
    joint.anchor_b = entry.point(ends[1]);
  }
  if (frames) {
    const std::vector<JsonValue> ends = frames->items(2, 2);
    joint.frame_a = readQuaternion(ends[0], false);
    joint.frame_b = readQuaternion(ends[1], false);
  }
}

void readLimits(Entry& entry) {
  Joint& joint = entry.joint;
  const auto limits = entry.value.find("limits");
  if (!limits) {
    if (joint.kind == JointKind::Distance) joint.low = joint.high = coordinateOf(joint, entry.world.bodies);
    return;
  }
  const std::vector<JsonValue> ends = limits->items(2, 2);
  Range range = kTravel;
  if (joint.kind == JointKind::Hinge) range = {-kTurn, kTurn};
  if (joint.kind == JointKind::Distance) range.low = 0.0;
  joint.low = ends[0].number(range);
  joint.high = ends[1].number(range);
  if (joint.low > joint.high) limits->fail("a lower limit above the upper one", "[low, high]");
  if (joint.kind == JointKind::Hinge && joint.high - joint.low > kTurn)
    limits->fail("limits more than a turn apart", "at most 2 pi between them");
}

void readDrive(Entry& entry) {
  if (const auto motor = entry.value.find("motor")) {
    motor->expectKeys({"speed", "max"});
    entry.joint.motor_speed = motor->at("speed").number(kSpeed);
    entry.joint.motor_max = motor->at("max").number(kForce);
  }
  if (const auto friction = entry.value.find("friction")) entry.joint.friction = friction->number({0.0, kForce.high});
}

}  // namespace

void readJoint(const JsonValue& value, const BodyNames& names, World& world) {
  Entry entry{value, world, {}};
  entry.joint.kind = readKind(value);
  checkKeys(value, entry.joint.kind, world.planar);
  if (const auto name = value.find("name")) entry.joint.name = name->text();
  readEnds(entry, names);
  readPlace(entry);
  if (const double way = coordinateOf(entry.joint, world.bodies);
      entry.joint.kind == JointKind::Distance && !value.find("limits") && way < kLength.low)
    value.fail("anchors at one point", "two points apart, or limits");
  readLimits(entry);
  readDrive(entry);
  if (const auto collide = value.find("collide")) entry.joint.collide = collide->flag();
  world.joints.push_back(std::move(entry.joint));
}

}  // namespace keystone
