#include "robot/mjcf_keyframe.h"

#include "robot/mjcf_world.h"
#include "robot/set_coordinates.h"

namespace keystone {
namespace {

Quat quaternionAt(const XmlElement& key, const double* q) {
  const Quat turn(q[0], q[1], q[2], q[3]);
  if (!(turn.norm() > 1e-12)) key.failAt("qpos", "quaternions that are not zero");
  return turn.normalized();
}

int sizeOf(const MjcfNames::Coordinate& coordinate, const World& world) {
  if (coordinate.joint < 0) return 7;
  return world.joints[static_cast<std::size_t>(coordinate.joint)].kind == JointKind::Ball ? 4 : 1;
}

// What a joint's coordinate q does to its body, in the world, where it was before.
Pose motionTo(const Joint& joint, const Pose& a, const Pose& b, const XmlElement& key, double ref, const double* q) {
  if (joint.kind != JointKind::Ball) return motionOf(joint, a, q[0] - ref);
  return turnAbout(a.toWorld(joint.anchor_a), b.orientation * quaternionAt(key, q) * b.orientation.conjugate());
}

}  // namespace

std::vector<std::string> mjcfKeyNames(const MjcfFile& file) {
  std::vector<std::string> names;
  for (const XmlElement& section : file.sections) {
    if (!section.is("keyframe")) continue;
    forChildren(section, [&](const XmlElement& key) {
      if (key.is("key") && key.has("name")) names.push_back(key.text("name"));
    });
  }
  return names;
}

std::optional<XmlElement> findMjcfKey(MjcfFile& file, const std::string& name) {
  std::optional<XmlElement> result;
  std::string there;
  for (const std::string& each : mjcfKeyNames(file)) there += (there.empty() ? "" : ", ") + inQuotes(each);
  for (const XmlElement& section : file.sections) {
    if (!section.is("keyframe")) continue;
    forChildren(section, [&](const XmlElement& key) {
      if (!key.is("key")) return file.note(key, "not taken");
      if (!name.empty() && key.text("name") == name) result = key;
    });
    if (name.empty()) file.note(section, "not taken (--keyframe NAME starts there; its names are " + there + ")");
  }
  if (!name.empty() && !result)
    throw RobotError(file.path + ":1: found no keyframe " + inQuotes(name) + ", expected one of " +
                     (there.empty() ? "those in <keyframe>, of which it has none" : there));
  return result;
}

void applyMjcfKey(MjcfFile& file, const MjcfNames& names, const XmlElement& key, std::size_t tree_joints,
                  World& world) {
  file.noteOthers(key, {"name", "qpos", "ctrl"});
  if (!key.has("qpos")) return;
  std::size_t count = 0;
  for (const MjcfNames::Coordinate& coordinate : names.coordinates)
    count += static_cast<std::size_t>(sizeOf(coordinate, world));
  const std::vector<double> qpos = key.numbers("qpos", count, count);
  std::vector<const double*> q(tree_joints, nullptr);
  std::vector<double> ref(tree_joints, 0.0);
  std::vector<Pose> before;
  for (const Body& body : world.bodies) before.push_back(body.pose);
  const double* at = qpos.data();
  for (const MjcfNames::Coordinate& coordinate : names.coordinates) {
    if (coordinate.joint >= 0) {
      q[static_cast<std::size_t>(coordinate.joint)] = at;
      ref[static_cast<std::size_t>(coordinate.joint)] = coordinate.ref;
    } else {
      const Pose ground{Vec3::Zero(), upright()};
      world.bodies[static_cast<std::size_t>(coordinate.body)].pose =
          ground * Pose{Vec3(at[0], at[1], at[2]), quaternionAt(key, at + 3)} * coordinate.center;
    }
    at += sizeOf(coordinate, world);
  }
  // What carries a body comes before it.
  for (std::size_t j = 0; j < tree_joints; ++j) {
    const Joint& joint = world.joints[j];
    const Pose a = joint.a < 0 ? Pose{} : before[static_cast<std::size_t>(joint.a)];
    const Pose& b = before[static_cast<std::size_t>(joint.b)];
    const Pose motion = q[j] != nullptr ? motionTo(joint, a, b, key, ref[j], q[j]) : Pose{};
    Pose& now = world.bodies[static_cast<std::size_t>(joint.b)].pose;
    now = poseOf(world.bodies, joint.a) * inverseOf(a) * motion * b;
    now.orientation.normalize();
  }
  for (std::size_t b = 0; b < world.bodies.size(); ++b) world.start[b] = world.bodies[b].pose.position;
}

}  // namespace keystone
