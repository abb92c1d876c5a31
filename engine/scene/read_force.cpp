// One entry of /forces.
#include "scene/scene_parts.h"

namespace keystone {
namespace {

constexpr Range kFrequencies{0.0, 1e5};  // [Hz]
constexpr Range kForceTimes{0.0, 1e9};   // [s]

// In planar scenes a number, about z.
Vec3 readTorque(const JsonValue& value, bool planar) {
  if (planar && value.isNumber()) return Vec3(0.0, 0.0, value.number(kForce));
  const Vec3 torque = value.vector(kForce, 3);
  if (planar && (torque.x() != 0.0 || torque.y() != 0.0))
    value.fail("a torque out of the plane", "a number, or [0, 0, torque] in a planar scene");
  return torque;
}

}  // namespace

void readForce(const JsonValue& value, const BodyNames& names, World& world) {
  value.expectKeys(
      {"name", "body", "force", "torque", "at", "local_point", "axes", "frequency", "phase", "from", "until"});
  AppliedForce force;
  if (const auto name = value.find("name")) force.name = name->text();
  const JsonValue body = value.at("body");
  const auto found = names.find(body.text());
  if (found == names.end()) body.failExpecting("the name of a body");
  force.body = found->second;
  const Body& pushed = world.bodies[force.body];
  if (!pushed.isDynamic()) body.failExpecting("a dynamic body");
  const auto push = value.find("force"), torque = value.find("torque");
  if (!push && !torque) value.fail("neither \"force\" nor \"torque\"", "one of them at least");
  if (push) force.force = readVector(*push, kForce, world.planar);
  if (torque) force.torque = readTorque(*torque, world.planar);
  const auto at = value.find("at"), local = value.find("local_point");
  if (at && local) at->fail("a point beside local_point", "one of the two");
  if (at) force.point = pushed.pose.toLocal(readVector(*at, kCoordinate, world.planar));
  if (local) force.point = readVector(*local, kCoordinate, world.planar);
  if (const auto axes = value.find("axes")) force.in_body = axes->choice({"world", "body"}) == 1;
  if (const auto frequency = value.find("frequency")) force.frequency = frequency->number(kFrequencies);
  if (const auto phase = value.find("phase")) {
    if (!force.isPeriodic()) phase->fail("a phase of a constant force", "a frequency above 0 with it");
    force.phase = phase->number(kAngle);
  }
  if (const auto from = value.find("from")) force.from = from->number(kForceTimes);
  if (const auto until = value.find("until")) {
    force.until = until->number(kForceTimes);
    if (!(force.until > force.from)) until->failExpecting("a time after \"from\"");
  }
  world.forces.push_back(std::move(force));
}

}  // namespace keystone
