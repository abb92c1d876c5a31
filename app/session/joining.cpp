#include "session/joining.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "session/edits.h"
#include "world/bounds.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeastLength = 1e-6;  // [m], of ropes, rods and ways

constexpr JointChoice kChoices[] = {
    {"Hinge", "Turns about one axis", JointKind::Hinge},
    {"Ball", "Turns about a point", JointKind::Ball, true},
    {"Slider", "Travels from the first point towards the second", JointKind::Slider},
    {"Weld", "Neither turns nor travels", JointKind::Fixed},
    {"Rope", "The points come no farther apart", JointKind::Distance, false, true},
    {"Rod", "The points stay as far apart as they are", JointKind::Distance},
};

bool canMove(const World& world, int body) {
  return body >= 0 && world.bodies[body].isDynamic();
}

// Why the two ends make no joint; empty if they do.
std::string whyNoJoint(const World& world, const JointChoice& choice, const JointEnd& first, const JointEnd& second) {
  if (first.body == second.body) return "A joint needs two bodies, and this is one";
  if (!canMove(world, first.body) && !canMove(world, second.body)) return "A joint needs a body that moves";
  const bool needs_way = choice.kind == JointKind::Distance || choice.kind == JointKind::Slider;
  if (needs_way && (second.point - first.point).norm() < kLeastLength) return "This joint needs two points apart";
  return {};
}

int countIfCoordinate(const Simulation& simulation, int of) {
  return simulation.world.joints[of].hasCoordinate() ? 1 : 0;
}
int countIfSpring(const Simulation& simulation, int of) {
  return simulation.world.joints[of].stiffness > 0.0 ? countIfCoordinate(simulation, of) : 0;
}
int countIfRotor(const Simulation& simulation, int of) {
  return infoOf(simulation.world.joints[of].kind).armature() ? 1 : 0;
}
int countIfLimits(const Simulation& simulation, int of) {
  return 2 * countIfCoordinate(simulation, of);
}

Joint& changedJoint(Simulation& simulation, int of) {
  wakeAll(simulation.world);
  // The number of its rows may change.
  std::erase_if(simulation.world.joint_cache, [of](const CachedJointRow& row) { return row.joint == of; });
  return simulation.world.joints[of];
}

// The lower one is never above the upper one; a hinge has both or none, less than a turn apart, as files have them.
void setLimits(Simulation& simulation, int of, const Vec3& to) {
  Joint& joint = changedJoint(simulation, of);
  const JointKindInfo& kind = infoOf(joint.kind);
  const bool is_low = to[0] != joint.low;
  const double apart = kind.widest > 0.0 ? kind.widest : kInfinity;
  joint.low = to[0];
  joint.high = to[1];
  if (kind.widest > 0.0 && !std::isfinite(is_low ? to[0] : to[1])) {
    joint.low = -kInfinity;
    joint.high = kInfinity;
    return;
  }
  if (std::isfinite(joint.low)) joint.low = std::clamp(joint.low, kind.least, kind.most);
  if (std::isfinite(joint.high)) joint.high = std::clamp(joint.high, kind.least, kind.most);
  if (is_low) {
    joint.high = std::clamp(joint.high, joint.low, joint.low + apart);
  } else {
    joint.low = std::clamp(joint.low, joint.high - apart, joint.high);
  }
}

const Property kJointProperties[] = {
    {"limits", "Limits", "Of the coordinate, in rad or m; inf: none", -kInfinity, kInfinity, 0.01, countIfLimits,
     [](const Simulation& s, int of) {
       const Joint& joint = s.world.joints[of];
       return Vec3(joint.low, joint.high, 0);
     },
     setLimits},
    {"motor_speed", "Motor", "Speed that it wants, in rad/s or m/s", kSpeed.low, kSpeed.high, 0.02, countIfCoordinate,
     [](const Simulation& s, int of) { return Vec3(s.world.joints[of].motor_speed, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) { changedJoint(s, of).motor_speed = to[0]; }},
    {"motor_max", "Motor at most", "Its largest torque or force, in N m or N; 0: no motor", 0, kForce.high, 0.5,
     countIfCoordinate, [](const Simulation& s, int of) { return Vec3(s.world.joints[of].motor_max, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) { changedJoint(s, of).motor_max = to[0]; }},
    {"target", "Target", "Coordinate at which its spring pulls at nothing, in rad or m", -kInfinity, kInfinity, 0.01,
     countIfSpring, [](const Simulation& s, int of) { return Vec3(s.world.joints[of].rest, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) {
       Joint& joint = changedJoint(s, of);
       joint.rest = std::clamp(to[0], infoOf(joint.kind).least, infoOf(joint.kind).most);
     }},
    {"armature", "Rotor", "Inertia of a rotor that its coordinate alone turns, in kg m^2 or kg; 0: none", 0, kMass.high,
     0.02, countIfRotor, [](const Simulation& s, int of) { return Vec3(s.world.joints[of].armature, 0, 0); },
     [](Simulation& s, int of, const Vec3& to) { changedJoint(s, of).armature = to[0]; }},
};

}  // namespace

std::span<const JointChoice> jointChoices() {
  return kChoices;
}

bool join(Session& session, const JointChoice& choice, const JointEnd& first, const JointEnd& second) {
  const World& world = session.scene.simulation.world;
  if (const std::string trouble = whyNoJoint(world, choice, first, second); !trouble.empty()) {
    complain(session, trouble);
    return false;
  }
  const Vec3 way = second.point - first.point;
  Joint joint;
  joint.kind = choice.kind;
  joint.a = first.body;
  joint.b = second.body;
  const JointKindInfo& kind = infoOf(choice.kind);
  const Vec3& end = kind.anchors == JointKindInfo::Anchors::Two ? second.point : first.point;
  Vec3 axis = choice.kind == JointKind::Slider ? Vec3(way.normalized()) : first.normal;
  if (!kind.turns) axis = Vec3::UnitZ();  // as of files, which give none
  attach(joint, world.bodies, first.point, end, axis);
  if (choice.kind == JointKind::Distance) {
    joint.high = way.norm();
    joint.low = choice.gives_way ? 0.0 : joint.high;
  }
  edit(session, [&joint](Simulation& simulation) {
    simulation.world.joints.push_back(joint);
    changedJoint(simulation, static_cast<int>(simulation.world.joints.size()) - 1);
  });
  if (session.race) raceBy(session, session.race->methods());
  say(session, std::string(choice.title) + " made");
  return true;
}

std::span<const Property> jointProperties() {
  return kJointProperties;
}

std::string nameOf(const Joint& joint) {
  return joint.name.empty() ? std::string(toString(joint.kind)) : joint.name;
}

std::optional<std::array<double, 2>> rangeOf(const Joint& joint) {
  if (std::isfinite(joint.low) && std::isfinite(joint.high) && joint.low < joint.high)
    return std::array{joint.low, joint.high};
  const double widest = infoOf(joint.kind).widest;
  if (!(widest > 0.0)) return std::nullopt;
  return std::array{-widest / 2, widest / 2};
}

}  // namespace keystone
