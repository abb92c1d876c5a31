#include "sim/close_joints.h"

#include <algorithm>

#include "problem/assemble_joints.h"
#include "problem/joint_system.h"
#include "sim/free_rotation.h"

namespace keystone {
namespace {

constexpr double kClosed = 1e-12;  // [m] or [rad], near the rounding of positions of some metres
constexpr int kRounds = 20;        // two close what a step at 10 rad/s leaves
constexpr double kStride = 0.1;    // [m] or [rad] a round at most, so that Newton's method is not led astray

// Rows to close: equalities, and limits that are passed.
JointRowList openRows(const JointRowList& all) {
  JointRowList open;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const JointRow& row = all.rows[i];
    const bool passed = row.role == JointRowRole::Limit && row.error < 0.0;
    if (row.role != JointRowRole::Equality && !passed) continue;
    open.rows.push_back(row);
    open.joint.push_back(all.joint[i]);
  }
  return open;
}

void displace(World& world, const VecX& motion) {
  Eigen::Index at = 0;
  for (Body& body : world.bodies) {
    if (body.isDynamic()) {
      body.pose.position += motion.segment<3>(at);
      const Quat turn = rotationOf(motion.segment<3>(at + 3));
      body.pose.orientation = (turn * body.pose.orientation).normalized();
      body.omega = turn * body.omega;  // the same spin in the body's axes, hence the same energy
    }
    at += 6;
  }
}

JointRowList rowsNow(const World& world) {
  std::vector<Pose> poses;
  poses.reserve(world.bodies.size());
  for (const Body& body : world.bodies) poses.push_back(body.pose);
  return listJointRows(world.joints, poses, world.planar);
}

}  // namespace

double closeJoints(World& world) {
  if (world.joints.empty()) return 0.0;
  JointRowList rows = rowsNow(world);
  for (int round = 0; round < kRounds; ++round) {
    const JointRowList open = openRows(rows);
    if (worstError(open.rows) <= kClosed) break;
    VecX error(static_cast<Eigen::Index>(open.rows.size()));
    for (std::size_t i = 0; i < open.rows.size(); ++i)
      error[static_cast<Eigen::Index>(i)] = std::clamp(open.rows[i].error, -kStride, kStride);
    std::vector<InverseMass> inv_mass;
    for (const Body& body : world.bodies) inv_mass.push_back(inverseMass(body));
    const JointSystem system(jointJacobian(world.bodies, world.joints, open, world.planar), inv_mass);
    const VecX motion = system.motion(system.impulses(-error));
    if (!motion.allFinite()) break;
    displace(world, motion);
    rows = rowsNow(world);
  }
  return worstError(rows.rows);
}

}  // namespace keystone
