#include "session/body_force.h"

#include "problem/assemble_joints.h"
#include "world/applied_force.h"

namespace keystone {
namespace {

Vec3 byMomentum(const World& before, const World& now, std::size_t index) {
  const Body& body = now.bodies[index];
  const double h = now.time - before.time;
  if (!(h > 0.0)) return Vec3::Zero();
  Vec3 force = body.mass * ((body.velocity - before.bodies[index].velocity) / h - now.gravity);
  for (const AppliedForce& applied : before.forces)
    if (applied.body == static_cast<int>(index)) force -= shareAt(applied, before.time) * applied.force;
  return force;
}

// 1 and -1 of the second body and the first, which bear opposite impulses; 0 of any other.
double sideOf(int body, int a, int b) {
  return body == b ? 1.0 : body == a ? -1.0 : 0.0;
}

// [N s]
Vec3 ofContacts(const ContactCache& cache, int body) {
  Vec3 sum = Vec3::Zero();
  for (const CachedContact& contact : cache) sum += sideOf(body, contact.key.a, contact.key.b) * contact.impulse;
  return sum;
}

// [N s]
Vec3 ofJoints(const World& world, int body) {
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  Vec3 sum = Vec3::Zero();
  if (list.rows.size() != world.joint_cache.size()) return sum;
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const Joint& joint = world.joints[static_cast<std::size_t>(list.joint[i])];
    sum += sideOf(body, joint.a, joint.b) * world.joint_cache[i].impulse * list.rows[i].linear;
  }
  return sum;
}

}  // namespace

Vec3 forceOn(const World& before, const World& now, std::size_t body, double force_time) {
  if (now.bodies[body].isDynamic()) return byMomentum(before, now, body);
  const auto index = static_cast<int>(body);
  return (ofContacts(now.cache, index) + ofContacts(now.sleep_state.cache, index) + ofJoints(now, index)) / force_time;
}

}  // namespace keystone
