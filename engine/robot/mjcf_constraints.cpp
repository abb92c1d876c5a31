// What stands beside the bodies of an MJCF file and names them. All may throw RobotError.
#include "robot/mjcf_joint.h"
#include "robot/mjcf_names.h"

namespace keystone {
namespace {

const MjcfNames::OfBody& bodyNamed(const MjcfNames& names, const XmlElement& element, std::string_view key) {
  const auto found = names.bodies.find(element.text(key));
  if (found == names.bodies.end()) element.failAt(key, "the name of a body");
  return found->second;
}

}  // namespace

void addMjcfEquality(MjcfFile& file, const MjcfNames& names, const XmlElement& given, World& world) {
  const XmlElement element = file.defaults.complete(given, "");
  if (!element.flag("active", true)) return;
  if (!element.is("connect") && !element.is("weld")) return file.note(element, "not taken");
  file.noteOthers(element, {"name", "class", "active", "body1", "body2", "anchor"});
  if (!element.has("body1")) element.fail("no body1", "the name of a body");
  const MjcfNames::OfBody& one = bodyNamed(names, element, "body1");
  Joint joint;
  joint.kind = element.is("weld") ? JointKind::Fixed : JointKind::Ball;
  joint.name = element.text("name");
  joint.a = one.body;
  joint.b = element.has("body2") ? bodyNamed(names, element, "body2").body : -1;
  joint.collide = true;  // only those of the tree do not
  const auto moves = [&](int body) { return body >= 0 && world.bodies[body].isDynamic(); };
  if (joint.a == joint.b || (!moves(joint.a) && !moves(joint.b)))
    return file.note(element, "not taken: its two ends cannot move apart");
  const bool weld = joint.kind == JointKind::Fixed;
  if (!weld && !element.has("anchor")) element.fail("no anchor", "anchor=\"X Y Z\"");
  const Vec3 at = weld ? one.frame.position : one.frame.toWorld(element.vector("anchor", Vec3::Zero()));
  attach(joint, world.bodies, at, at, weld ? one.frame.rotate(Vec3::UnitZ()) : Vec3::UnitZ());
  world.joints.push_back(joint);
}

void addMjcfActuator(MjcfFile& file, const MjcfNames& names, const XmlElement& given, double control, World& world) {
  const XmlElement element = file.defaults.complete(given, "");
  if (!element.is("motor") && !element.is("position") && !element.is("velocity"))
    return file.note(element, "not taken");
  if (!element.has("joint")) return file.note(element, "not taken: it drives no joint");
  const auto found = names.joints.find(element.text("joint"));
  if (found == names.joints.end()) element.failAt("joint", "the name of a hinge, slide or ball joint");
  Joint& joint = world.joints[static_cast<std::size_t>(found->second.joint)];
  if (!joint.hasCoordinate()) return file.note(element, "not taken: a ball joint has no motor");
  readMjcfActuator(file, element, found->second.ref, control, joint);
}

void addMjcfExclude(MjcfFile& file, const MjcfNames& names, const XmlElement& element, World& world) {
  file.noteOthers(element, {"name", "class", "body1", "body2"});
  for (const int a : bodyNamed(names, element, "body1").solids)
    for (const int b : bodyNamed(names, element, "body2").solids)
      if (a != b) world.no_contact.emplace_back(std::minmax(a, b));
}

}  // namespace keystone
