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
// The rows of all joints, in their order, with bodies at `poses` [bodies].
JointRowList listJointRows(std::span<const Joint> joints, std::span<const Pose> poses, bool planar);

// J of the given rows, [rows x 6 bodies]: no columns for static bodies and, when planar, none out of the plane.
SparseRows jointJacobian(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                         bool planar);

struct AssembleJointsParams {
  bool planar = false;
  double recovery_speed = 1.0;  // [m/s] or [rad/s], position errors are removed no faster than this
};

// Appends the rows of `joints` to an assembled problem without any. `ahead` [bodies]: where the bodies' present
// velocities lead within problem.h. Biases [m/s]: what is left of the error after a straight step, plus the bend of the
// path (the error at `ahead` that the velocities along the row do not explain), so that a pendulum's bob ends its step
// on the circle instead of on the tangent; in redundant joints, only the part of it that impulses can reach.
void appendJoints(std::span<const Body> bodies, std::span<const Joint> joints, std::span<const Pose> ahead,
                  const AssembleJointsParams& params, ContactProblem& problem);

}  // namespace keystone
