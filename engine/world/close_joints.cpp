#include "world/close_joints.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "problem/joint_system.h"

namespace keystone {
namespace {

// Two close what a step at 10 rad/s leaves; some tens a chain of hundreds of links that whips.
constexpr int kRounds = 400;
constexpr int kHalvings = 8;                // of a motion that leads away
constexpr double kStride = 0.1;             // [m] or [rad] a round at most, so that Newton's method is not led astray
constexpr int kRefinements = 40;            // of a round, at most
constexpr double kRefined = 0.1 * kClosed;  // [m] or [rad], what a round may leave of its linear rows

// What closing takes, kept for its memory.
struct ClosureWorkspace {
  JointRowList rows, open;
  std::vector<char> was_open;  // [rows], in a round before: a limit once passed is not passed by closing another one
  SparseRows J;
  std::vector<InverseMass> inv_mass;
  JointSystem system;
  VecX push, motion, left, trial, direction, step, response;
  std::vector<Body> start, bodies;  // before all, and before a motion
};

bool isOpen(const JointRow& row) {
  return row.role == JointRowRole::Equality || (row.role == JointRowRole::Limit && row.error < 0.0);
}
// [m] or [rad], of a row that is to close; of a limit that is kept none.
double errorOf(const JointRow& row) {
  return isOpen(row) ? row.error : 0.0;
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

// The motion of rows [rows] that the impulses `push` give goes to workspace.response.
void respond(const VecX& push, ClosureWorkspace& workspace) {
  workspace.system.move(push, workspace.motion);
  workspace.response.noalias() = workspace.J * workspace.motion;
}

// Of light bodies between heavy ones the system's epsilon leaves more than joints may be open by: conjugate gradients,
// with the system as their preconditioner, take the rest of what workspace.push leaves of workspace.left [rows]. The
// nearest of their iterates stays: where rows contradict each other there is none that takes all.
void refine(ClosureWorkspace& workspace) {
  VecX &left = workspace.left, &push = workspace.trial, &direction = workspace.direction;
  respond(workspace.push, workspace);
  left -= workspace.response;
  push = workspace.push;
  direction.setZero(left.size());
  double nearest = left.norm(), before = 1.0;
  for (int k = 0; k < kRefinements && left.lpNorm<Eigen::Infinity>() > kRefined; ++k) {
    workspace.step = left;
    workspace.system.solveInPlace(workspace.step);
    const double size = left.dot(workspace.step);
    direction = workspace.step + (size / before) * direction;
    before = size;
    respond(direction, workspace);
    const double along = size / direction.dot(workspace.response);
    if (!std::isfinite(along)) return;
    push += along * direction;
    left -= along * workspace.response;
    if (left.norm() >= nearest) continue;
    nearest = left.norm();
    workspace.push = push;
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
    workspace.push[i] = -std::clamp(errorOf(workspace.open.rows[i]), -kStride, kStride);
  workspace.left = workspace.push;
  workspace.system.solveInPlace(workspace.push);
  refine(workspace);
  workspace.system.move(workspace.push, workspace.motion);
}

// Sum of the squares of the errors.
double sizeOf(const JointRowList& list) {
  double size = 0.0;
  for (const JointRow& row : list.rows) size += errorOf(row) * errorOf(row);
  return size;
}

// Which rows are to close, by the joint and the row.
using Choice = std::function<bool(int joint, const JointRow& row)>;

void listOpen(const World& world, const Choice& isMeant, ClosureWorkspace& workspace) {
  listJointRows(world.joints, world.bodies, world.planar, workspace.rows);
  workspace.open.rows.clear();
  workspace.open.joint.clear();
  workspace.was_open.resize(workspace.rows.rows.size());
  for (std::size_t i = 0; i < workspace.rows.rows.size(); ++i) {
    const JointRow& row = workspace.rows.rows[i];
    if ((!isOpen(row) && workspace.was_open[i] == 0) || !isMeant(workspace.rows.joint[i], row)) continue;
    workspace.was_open[i] = 1;
    workspace.open.rows.push_back(row);
    workspace.open.joint.push_back(workspace.rows.joint[i]);
  }
}

// Moves by workspace.motion, or by so small a share of it that errors shrink. False where none does.
bool moveCloser(World& world, const Choice& isMeant, ClosureWorkspace& workspace) {
  const double before = sizeOf(workspace.open);
  workspace.bodies.assign(world.bodies.begin(), world.bodies.end());
  for (int halving = 0; halving < kHalvings; ++halving) {
    displace(world, workspace.motion);
    listOpen(world, isMeant, workspace);
    if (sizeOf(workspace.open) < before) return true;
    std::ranges::copy(workspace.bodies, world.bodies.begin());
    workspace.motion *= 0.5;
  }
  listOpen(world, isMeant, workspace);
  return false;
}

// Whether they close. Else the bodies stay where they are: what contradicts each other would go to and fro with the
// steps.
bool close(World& world, const Choice& isMeant, ClosureWorkspace& workspace) {
  workspace.was_open.clear();
  listOpen(world, isMeant, workspace);
  workspace.start.assign(world.bodies.begin(), world.bodies.end());
  for (int round = 0; round < kRounds; ++round) {
    if (worstError(workspace.open.rows) <= kClosed) return true;
    findMotion(world, workspace);
    if (!workspace.motion.allFinite() || !moveCloser(world, isMeant, workspace)) break;
  }
  std::ranges::copy(workspace.start, world.bodies.begin());
  return false;
}

}  // namespace

double closeJoints(World& world, std::span<const char> first) {
  if (world.joints.empty()) return 0.0;
  const Scratch<ClosureWorkspace> workspace(static_cast<std::ptrdiff_t>(world.bodies.size()));
  const auto any = [](int, const JointRow&) { return true; };
  const auto equality = [](int, const JointRow& row) { return row.role == JointRowRole::Equality; };
  const auto of_first = [&](int joint, const JointRow& row) { return equality(joint, row) && first[joint] != 0; };
  if (!close(world, any, *workspace) && !close(world, equality, *workspace) && !first.empty())
    close(world, of_first, *workspace);
  listJointRows(world.joints, world.bodies, world.planar, workspace->rows);
  return worstError(workspace->rows.rows);
}

}  // namespace keystone
