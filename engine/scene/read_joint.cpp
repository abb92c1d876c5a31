// One entry of /joints. Names of bodies are known only when all files are read, so joints come last.
#include <cmath>
#include <limits>

#include "scene/scene_parts.h"

namespace keystone {
namespace {

using Anchors = JointKindInfo::Anchors;
using Axis = JointKindInfo::Axis;

// What stands in one entry, and where.
struct Entry {
  const JsonValue& value;
  World& world;
  Joint joint;

  bool planar() const { return world.planar; }
  const JointKindInfo& kind() const { return infoOf(joint.kind); }
  Vec3 point(const JsonValue& at) const { return readVector(at, kCoordinate, planar()); }
};

JointKind readKind(const JsonValue& value) {
  std::vector<std::string_view> words;
  for (const JointKindInfo& kind : jointKinds()) words.push_back(kind.id);
  return jointKinds()[value.at("type").choice(words)].kind;
}

bool hasAxis(const JointKindInfo& kind, bool planar) {
  return kind.axis == Axis::Always || (kind.axis == Axis::InSpace && !planar);
}

void checkKeys(const JsonValue& value, const JointKindInfo& kind, bool planar) {
  std::vector<std::string_view> keys = {"name", "type", "a", "b", "collide"};
  if (kind.anchors != Anchors::Centres)
    keys.insert(keys.end(), {"local_anchors", kind.anchors == Anchors::Two ? "anchors" : "anchor"});
  if (kind.turns) keys.push_back("local_frames");
  if (hasAxis(kind, planar)) keys.push_back("axis");
  if (hasAxis(kind, planar) && !kind.cross.empty()) keys.push_back(kind.cross);
  if (kind.friction) keys.push_back("friction");
  if (kind.kind == JointKind::Ball) keys.push_back("isotropic");
  if (kind.coordinate != nullptr) keys.insert(keys.end(), {"limits", "motor", "effort"});
  if (kind.spring) keys.insert(keys.end(), {"stiffness", "damping", "rest", "rest_speed"});
  if (kind.armature()) keys.push_back("armature");
  if (!kind.pair.empty()) keys.push_back(kind.pair);
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
  if (entry.kind().both && (joint.a < 0 || joint.b < 0))
    entry.value.fail("a " + std::string(entry.kind().id) + " with one end", "a body in both \"a\" and \"b\"");
  const auto moves = [&](int body) { return body >= 0 && entry.world.bodies[body].isDynamic(); };
  if (!moves(joint.a) && !moves(joint.b)) entry.value.fail("two ends that nothing can move", "a dynamic body");
}

Vec3 readUnit(const Entry& entry, const JsonValue& given) {
  const Vec3 axis = readVector(given, {-1.0, 1.0}, entry.planar());
  if (std::abs(axis.norm() - 1.0) > kUnitTolerance) given.failExpecting("a vector of length 1");
  return axis.normalized();
}

// The joint's axes in the world.
Quat readAxes(const Entry& entry) {
  const auto given = entry.value.find("axis");
  if (!given) {
    if (hasAxis(entry.kind(), entry.planar())) entry.value.fail("no key \"axis\"", "one");
    return frameAlong(Vec3::UnitZ());
  }
  const Vec3 axis = readUnit(entry, *given);
  if (entry.kind().cross.empty()) return frameAlong(axis);
  const JsonValue cross = entry.value.at(entry.kind().cross);
  const Vec3 other = readUnit(entry, cross);
  if (std::abs(axis.dot(other)) > kUnitTolerance) cross.failExpecting("a vector at right angles to the axis");
  Mat3 axes;
  axes << (other - axis * axis.dot(other)).normalized(), Vec3::Zero(), axis;
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return Quat(axes).normalized();
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
    if (entry.kind().anchors == Anchors::Two && !locals) {
      const std::vector<JsonValue> ends = value.at("anchors").items(2, 2);
      a = entry.point(ends[0]);
      b = entry.point(ends[1]);
    } else if (!locals && (value.find("anchor") || entry.kind().anchors == Anchors::One)) {
      a = b = entry.point(value.at("anchor"));
    }
    attach(joint, entry.world.bodies, a, b, frames ? Quat::Identity() : readAxes(entry));
    if (entry.kind().anchors == Anchors::Centres) joint.anchor_a = joint.anchor_b = Vec3::Zero();
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
  const Range range{entry.kind().least, entry.kind().most};
  constexpr double kNone = std::numeric_limits<double>::infinity();
  joint.low = ends[0].isNull() ? -kNone : ends[0].number(range);
  joint.high = ends[1].isNull() ? kNone : ends[1].number(range);
  if (joint.low > joint.high) limits->fail("a lower limit above the upper one", "[low, high]");
  const double width = joint.high - joint.low;
  if (entry.kind().widest > 0.0 && std::isfinite(width) && width > entry.kind().widest)
    limits->fail("limits more than a turn apart", "at most 2 pi between them");
}

void readDrive(Entry& entry) {
  if (const auto motor = entry.value.find("motor")) {
    motor->expectKeys({"speed", "max"});
    entry.joint.motor_speed = motor->at("speed").number(kSpeed);
    entry.joint.motor_max = motor->at("max").number({0.0, kForce.high, true});
  }
  if (const auto effort = entry.value.find("effort")) entry.joint.effort = effort->number(kForce);
  if (const auto friction = entry.value.find("friction")) entry.joint.friction = friction->number({0.0, kForce.high});
  if (const auto isotropic = entry.value.find("isotropic")) entry.joint.isotropic = isotropic->flag();
}

void readSpring(Entry& entry) {
  Joint& joint = entry.joint;
  const auto stiffness = entry.value.find("stiffness"), damping = entry.value.find("damping");
  if (stiffness) joint.stiffness = stiffness->number({0.0, kForce.high});
  if (damping) joint.damping = damping->number({0.0, kForce.high});
  if (joint.kind == JointKind::Spring && !joint.hasSpring())
    entry.value.fail("a spring without stiffness and damping", "one of them above 0");
  if (const auto rest = entry.value.find("rest"))
    joint.rest = rest->number({entry.kind().least, entry.kind().most});
  else if (joint.kind == JointKind::Spring)
    joint.rest = coordinateOf(joint, entry.world.bodies);
  if (const auto armature = entry.value.find("armature")) joint.armature = armature->number({0.0, kMass.high});
  if (const auto speed = entry.value.find("rest_speed")) joint.rest_speed = speed->number(kSpeed);
}

void readPair(Entry& entry) {
  if (entry.kind().pair.empty()) return;
  const std::vector<JsonValue> ends = entry.value.at(entry.kind().pair).items(2, 2);
  for (std::size_t k = 0; k < 2; ++k) {
    entry.joint.pair[k] = ends[k].integer(-entry.kind().most_of_pair, entry.kind().most_of_pair);
    if (entry.joint.pair[k] == 0) ends[k].failExpecting("a whole number other than 0");
  }
}

}  // namespace

void readJoint(const JsonValue& value, const BodyNames& names, World& world) {
  Entry entry{value, world, {}};
  entry.joint.kind = readKind(value);
  checkKeys(value, entry.kind(), world.planar);
  if (const auto name = value.find("name")) entry.joint.name = name->text();
  readEnds(entry, names);
  readPlace(entry);
  if (const double way = coordinateOf(entry.joint, world.bodies);
      entry.joint.kind == JointKind::Distance && !value.find("limits") && way < kLength.low)
    value.fail("anchors at one point", "two points apart, or limits");
  readLimits(entry);
  readDrive(entry);
  readSpring(entry);
  readPair(entry);
  entry.joint.collide = entry.joint.kind == JointKind::Spring;
  if (const auto collide = value.find("collide")) entry.joint.collide = collide->flag();
  world.joints.push_back(std::move(entry.joint));
}

}  // namespace keystone
