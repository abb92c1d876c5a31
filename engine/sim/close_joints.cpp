#include "sim/close_joints.h"

#include <algorithm>

#include "math/spare.h"
#include "problem/assemble_joints.h"
#include "problem/joint_system.h"
#include "sim/free_rotation.h"

namespace keystone {
namespace {

constexpr double kClosed = 1e-12;  // [m] or [rad], near the rounding of positions of some metres
constexpr int kRounds = 20;        // two close what a step at 10 rad/s leaves
constexpr double kStride = 0.1;    // [m] or [rad] a round at most, so that Newton's method is not led astray

// What closing takes, kept for its memory.
struct ClosureWorkspace {
  JointRowList rows, open;
  SparseRows J;
  std::vector<InverseMass> inv_mass;
  JointSystem system;
  VecX push, motion;
};

// Rows to close: equalities, and limits that are passed.
void listOpen(const JointRowList& all, JointRowList& open) {
  open.rows.clear();
  open.joint.clear();
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    const JointRow& row = all.rows[i];
    const bool passed = row.role == JointRowRole::Limit && row.error < 0.0;
    if (row.role != JointRowRole::Equality && !passed) continue;
    open.rows.push_back(row);
    open.joint.push_back(all.joint[i]);
  }
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

// The motion [6 bodies] that closes room.open, as far as its rows are linear.
void findMotion(const World& world, ClosureWorkspace& room) {
  jointJacobian(world.bodies, world.joints, room.open, world.planar, room.J);
  room.inv_mass.clear();
  for (const Body& body : world.bodies) room.inv_mass.push_back(inverseMass(body));
  room.system.begin(room.J, room.open.joint, room.inv_mass);
  room.push.resize(room.J.rows());
  for (Eigen::Index i = 0; i < room.push.size(); ++i)
    room.push[i] = -std::clamp(room.open.rows[static_cast<std::size_t>(i)].error, -kStride, kStride);
  room.system.solveInPlace(room.push);
  room.system.move(room.push, room.motion);
}

}  // namespace

double closeJoints(World& world) {
  if (world.joints.empty()) return 0.0;
  const Spare<ClosureWorkspace> room(static_cast<std::ptrdiff_t>(world.joints.size()));
  const auto list = [&] { listJointRows(world.joints, world.bodies, world.planar, room->rows); };
  list();
  for (int round = 0; round < kRounds; ++round) {
    listOpen(room->rows, room->open);
    if (worstError(room->open.rows) <= kClosed) break;
    findMotion(world, *room);
    if (!room->motion.allFinite()) break;
    displace(world, room->motion);
    list();
  }
  return worstError(room->rows.rows);
}

}  // namespace keystone
