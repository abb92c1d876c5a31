// Joints -> the joint rows of a contact problem.
#pragma once

#include <span>
#include <vector>

#include "joint/joint_rows.h"
#include "problem/contact_problem.h"

namespace keystone {

struct JointRowList {
  std::vector<JointRow> rows;
  std::vector<int> joint;  // [rows], index of the joint each belongs to
};
// The rows of all joints that are awake (neither of their bodies sleeps), in the joints' order, with the bodies where
// they are. How many there are does not depend on where the bodies are. `list` is overwritten.
void listJointRows(std::span<const Joint> joints, std::span<const Body> bodies, bool planar, JointRowList& list);
// The same rows with the bodies at `poses` [bodies].
void listJointRowsAt(std::span<const Joint> joints, std::span<const Body> bodies, std::span<const Pose> poses,
                     bool planar, JointRowList& list);

// The rows of `all` for which keep(row) holds.
template <class Keep>
void selectJointRows(const JointRowList& all, const Keep& keep, JointRowList& kept) {
  kept.rows.clear();
  kept.joint.clear();
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    if (!keep(all.rows[i])) continue;
    kept.rows.push_back(all.rows[i]);
    kept.joint.push_back(all.joint[i]);
  }
}

// [m/s] or [rad/s], of the row's error by the bodies' velocities.
double jointRowRate(std::span<const Body> bodies, const Joint& joint, const JointRow& row);
// Kinetic energy [J] of the joint's rotor.
double rotorEnergy(std::span<const Body> bodies, const Joint& joint);

// J of the given rows, [rows x 6 bodies], in place: no columns for static bodies and, when planar, none out of the
// plane.
void jointJacobian(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list, bool planar,
                   SparseRows& J);

// What equality rows hold of their error C, unless they close: d2C/dt2 + damping dC/dt + stiffness C = 0, or dC/dt +
// share C / h + compliance lambda = 0.
struct JointErrorRule {
  bool closes = true;  // the joint's path, see assembleJoints
  bool of_second_order = false;
  double damping = 0.0;     // [1/s]
  double stiffness = 0.0;   // [1/s^2]
  double share = 0.0;       // of the error, each step
  double compliance = 0.0;  // [1/kg]
};

struct AssembleJointsParams {
  bool planar = false;
  double recovery_speed = 1.0;  // [m/s] or [rad/s], position errors are removed no faster than this
  double force_time = 0.0;      // [s], in which springs act, whatever moved before; 0: problem.h
  JointErrorRule errors = {};
};

// Fills the joint rows of a problem that was assembled with room for `list`, which are those of `joints` now. `ahead`
// [bodies]: where the bodies' present velocities lead within problem.h. Biases [m/s]: what is left of the error after a
// straight step, plus the bend of the path (the error at `ahead` that the velocities along the row do not explain), so
// that a pendulum's bob ends its step on the circle instead of on the tangent; in redundant joints, only the part of it
// that impulses can reach. Springs: problem/spring_rows.h.
void assembleJoints(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                    std::span<const Pose> ahead, const AssembleJointsParams& params, ContactProblem& problem);

}  // namespace keystone
