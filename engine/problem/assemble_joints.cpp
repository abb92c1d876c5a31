#include "problem/assemble_joints.h"

#include <algorithm>
#include <cmath>

#include "problem/joint_system.h"

namespace keystone {
namespace {

using Entries = std::vector<Eigen::Triplet<double, int>>;

void addBody(std::span<const Body> bodies, int body, const Vec3& linear, const Vec3& angular, int row, bool planar,
             Entries& entries) {
  if (body < 0 || bodies[static_cast<std::size_t>(body)].kind == BodyKind::Static) return;
  for (int k = 0; k < 3; ++k) {
    if (!planar || k < 2) entries.emplace_back(row, 6 * body + k, linear[k]);
    if (!planar || k == 2) entries.emplace_back(row, 6 * body + 3 + k, angular[k]);
  }
}

std::vector<Pose> posesOf(std::span<const Body> bodies) {
  std::vector<Pose> poses;
  poses.reserve(bodies.size());
  for (const Body& body : bodies) poses.push_back(body.pose);
  return poses;
}

VecX velocitiesOf(std::span<const Body> bodies) {
  VecX v = VecX::Zero(6 * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].kind == BodyKind::Static) continue;
    const auto at = static_cast<Eigen::Index>(6 * i);
    v.segment<3>(at) = bodies[i].velocity;
    v.segment<3>(at + 3) = bodies[i].omega;
  }
  return v;
}

// What the row's velocity is held to, without the path's bend.
double straightBias(const JointRow& row, double h, double recovery_speed) {
  switch (row.role) {
    case JointRowRole::Equality:
      return std::clamp(row.error / h, -recovery_speed, recovery_speed);
    case JointRowRole::Limit:
      return std::max(row.error, 0.0) / h;  // a limit that is passed goes no further; closeJoints takes it back
    case JointRowRole::Motor:
      return -row.speed;
    case JointRowRole::Friction:
      break;
  }
  return 0.0;
}

// The bend of the path: the error at the step's end that the velocity u along the row does not explain, per second. The
// row then leaves the step with -bend. Between 0 and -u, where the row's impulse does work of either sign, it can do
// none in the sum: at -u exactly none, since the work is lambda (u_before + u_after) / 2. Beyond, it would feed in
// energy wherever the prediction is poor, as in a chain that whips.
double bendBias(const JointRow& now, const JointRow& ahead, double u, double h) {
  if (now.role != JointRowRole::Equality && now.role != JointRowRole::Limit) return 0.0;
  return std::clamp((ahead.error - now.error) / h - u, std::min(u, 0.0), std::max(u, 0.0));
}

VecX biases(const JointRowList& now, const JointRowList& ahead, const VecX& u_now, double h, double recovery_speed) {
  VecX bias(static_cast<Eigen::Index>(now.rows.size()));
  for (std::size_t i = 0; i < now.rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    bias[at] = straightBias(now.rows[i], h, recovery_speed) + bendBias(now.rows[i], ahead.rows[i], u_now[at], h);
  }
  return bias;
}

// Redundant rows ask the same twice, and what they ask differs by rounding and by what the straight step leaves out.
void makeReachable(const JointRowList& list, const SparseRows& J, const std::vector<InverseMass>& inv_mass,
                   VecX& bias) {
  std::vector<int> equalities;
  for (std::size_t i = 0; i < list.rows.size(); ++i)
    if (list.rows[i].role == JointRowRole::Equality) equalities.push_back(static_cast<int>(i));
  if (equalities.empty()) return;
  SparseRows pick(static_cast<Eigen::Index>(equalities.size()), J.rows());
  for (std::size_t i = 0; i < equalities.size(); ++i) pick.insert(static_cast<int>(i), equalities[i]) = 1.0;
  const VecX reachable = JointSystem(pick * J, inv_mass).reachable(pick * bias);
  for (std::size_t i = 0; i < equalities.size(); ++i) bias[equalities[i]] = reachable[static_cast<Eigen::Index>(i)];
}

void setBounds(const JointRowList& list, ContactProblem& problem) {
  const bool bounded = std::any_of(list.rows.begin(), list.rows.end(),
                                   [](const JointRow& row) { return row.role != JointRowRole::Equality; });
  if (!bounded) return;
  problem.joint_lower.setConstant(problem.joint_rows, -ContactProblem::kUnbounded);
  problem.joint_upper.setConstant(problem.joint_rows, ContactProblem::kUnbounded);
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const JointRow& row = list.rows[i];
    const auto at = static_cast<Eigen::Index>(i);
    if (row.role == JointRowRole::Limit) problem.joint_lower[at] = 0.0;
    if (row.role != JointRowRole::Motor && row.role != JointRowRole::Friction) continue;
    problem.joint_upper[at] = row.most * problem.h;
    problem.joint_lower[at] = -problem.joint_upper[at];
  }
}

SparseRows stacked(const SparseRows& top, const SparseRows& bottom) {
  SparseRows all(top.rows() + bottom.rows(), bottom.cols());
  all.reserve(top.nonZeros() + bottom.nonZeros());
  for (const SparseRows* part : {&top, &bottom}) {
    const Eigen::Index first = part == &top ? 0 : top.rows();
    for (Eigen::Index i = 0; i < part->rows(); ++i) {
      all.startVec(first + i);
      for (SparseRows::InnerIterator it(*part, i); it; ++it) all.insertBack(first + i, it.col()) = it.value();
    }
  }
  all.finalize();
  return all;
}

VecX stacked(const VecX& top, const VecX& bottom) {
  VecX all(top.size() + bottom.size());
  all << top, bottom;
  return all;
}

}  // namespace

JointRowList listJointRows(std::span<const Joint> joints, std::span<const Pose> poses, bool planar) {
  const auto poseOf = [&](int body) { return body < 0 ? Pose{} : poses[static_cast<std::size_t>(body)]; };
  JointRowList list;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    appendRows(joints[j], poseOf(joints[j].a), poseOf(joints[j].b), planar, list.rows);
    list.joint.resize(list.rows.size(), static_cast<int>(j));
  }
  return list;
}

SparseRows jointJacobian(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                         bool planar) {
  Entries entries;
  entries.reserve(12 * list.rows.size());
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const Joint& joint = joints[static_cast<std::size_t>(list.joint[i])];
    const JointRow& row = list.rows[i];
    addBody(bodies, joint.a, -row.linear, -row.angular_a, static_cast<int>(i), planar, entries);
    addBody(bodies, joint.b, row.linear, row.angular_b, static_cast<int>(i), planar, entries);
  }
  SparseRows J(static_cast<Eigen::Index>(list.rows.size()), 6 * static_cast<Eigen::Index>(bodies.size()));
  J.setFromTriplets(entries.begin(), entries.end());
  return J;
}

void appendJoints(std::span<const Body> bodies, std::span<const Joint> joints, std::span<const Pose> ahead,
                  const AssembleJointsParams& params, ContactProblem& problem) {
  const JointRowList list = listJointRows(joints, posesOf(bodies), params.planar);
  if (list.rows.empty()) return;
  const SparseRows J = jointJacobian(bodies, joints, list, params.planar);
  VecX bias = biases(list, listJointRows(joints, ahead, params.planar), J * velocitiesOf(bodies), problem.h,
                     params.recovery_speed);
  makeReachable(list, J, problem.inv_mass, bias);
  problem.joint_rows = static_cast<int>(list.rows.size());
  setBounds(list, problem);
  problem.J = stacked(problem.J, J);
  problem.bias = stacked(problem.bias, bias);
  problem.q = stacked(problem.q, J * problem.v_free + bias);
}

}  // namespace keystone
