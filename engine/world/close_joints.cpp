#include "world/close_joints.h"

#include <algorithm>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "problem/joint_system.h"

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
bool isOpen(const JointRow& row) {
  return row.role == JointRowRole::Equality || (row.role == JointRowRole::Limit && row.error < 0.0);
}

void displace(World& world, const VecX& motion) {
  Eigen::Index at = 0;
  for (Body& body : world.bodies) {
    if (body.isActive()) {
      body.pose.position += motion.segment<3>(at);
      const Quat turn = rotationOf(motion.segment<3>(at + 3));
      body.pose.orientation = (turn * body.pose.orientation).normalized();
      body.omega = turn * body.omega;  // the same spin in the body's axes, hence the same energy
    }
    at += 6;
  }
}

// The motion [6 bodies] that closes workspace.open, as far as its rows are linear.
void findMotion(const World& world, ClosureWorkspace& workspace) {
  jointJacobian(world.bodies, world.joints, workspace.open, world.planar, workspace.J);
  workspace.inv_mass.clear();
  for (const Body& body : world.bodies) workspace.inv_mass.push_back(activeInverseMass(body));
  workspace.system.begin(workspace.J, workspace.open.joint, workspace.inv_mass);
  workspace.push.resize(workspace.J.rows());
  for (Eigen::Index i = 0; i < workspace.push.size(); ++i)
    workspace.push[i] = -std::clamp(workspace.open.rows[i].error, -kStride, kStride);
  workspace.system.solveInPlace(workspace.push);
  workspace.system.move(workspace.push, workspace.motion);
}

}  // namespace

double closeJoints(World& world) {
  if (world.joints.empty()) return 0.0;
  const Scratch<ClosureWorkspace> workspace(static_cast<std::ptrdiff_t>(world.bodies.size()));
  const auto list = [&] { listJointRows(world.joints, world.bodies, world.planar, workspace->rows); };
  list();
  for (int round = 0; round < kRounds; ++round) {
    selectJointRows(workspace->rows, isOpen, workspace->open);
    if (worstError(workspace->open.rows) <= kClosed) break;
    findMotion(world, *workspace);
    if (!workspace->motion.allFinite()) break;
    displace(world, workspace->motion);
    list();
  }
  return worstError(workspace->rows.rows);
}

}  // namespace keystone
