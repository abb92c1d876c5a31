#include "problem/assemble_joints.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "problem/joint_system.h"
#include "problem/spring_rows.h"
#include "problem/take_rows.h"

namespace keystone {
namespace {

bool hasColumns(std::span<const Body> bodies, int body) {
  return body >= 0 && !bodies[body].isFixed();
}

bool isAsleep(std::span<const Body> bodies, const Joint& joint) {
  const auto sleeps = [&](int body) { return body >= 0 && bodies[body].isAsleep(); };
  return sleeps(joint.a) || sleeps(joint.b);
}

// With bodies at `poseOf(body)`.
template <class PoseOf>
void listRows(std::span<const Joint> joints, std::span<const Body> bodies, bool planar, const PoseOf& poseOf,
              JointRowList& list) {
  list.rows.clear();
  list.joint.clear();
  const auto at = [&](int body) { return body < 0 ? Pose{} : poseOf(static_cast<std::size_t>(body)); };
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (isAsleep(bodies, joints[j])) continue;
    appendRows(joints[j], at(joints[j].a), at(joints[j].b), planar, list.rows);
    list.joint.resize(list.rows.size(), static_cast<int>(j));
  }
}

// Writes the rows into J from row `first` on, which is as far as it is filled.
void writeRows(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list, bool planar,
               Eigen::Index first, SparseRows& J) {
  const auto sizeOf = [&](int body) { return hasColumns(bodies, body) ? (planar ? 3 : 6) : 0; };
  int* end = J.outerIndexPtr() + first;
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const Joint& joint = joints[list.joint[i]];
    end[i + 1] = end[i] + sizeOf(joint.a) + sizeOf(joint.b);
  }
  J.resizeNonZeros(end[list.rows.size()]);
  int* column = J.innerIndexPtr() + *end;
  double* value = J.valuePtr() + *end;
  const auto write = [&](int body, const Vec3& linear, const Vec3& angular) {
    if (!hasColumns(bodies, body)) return;
    for (int k = 0; k < 6; ++k) {
      if (planar && k != 0 && k != 1 && k != 5) continue;
      *column++ = 6 * body + k;
      *value++ = k < 3 ? linear[k] : angular[k - 3];
    }
  };
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const Joint& joint = joints[list.joint[i]];
    const JointRow& row = list.rows[i];
    if (joint.a < joint.b) write(joint.a, -row.linear, -row.angular_a);
    write(joint.b, row.linear, row.angular_b);
    if (joint.a > joint.b) write(joint.a, -row.linear, -row.angular_a);
  }
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
    case JointRowRole::Spring:
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

// Of an equality row by `rule`. The bend of the path is h / 2 of what J changes by.
double ruleBias(const JointErrorRule& rule, const JointRow& now, const JointRow& ahead, double u, double h) {
  if (!rule.of_second_order) return rule.share * now.error / h;
  const double bend = (ahead.error - now.error) / h - u;
  return -u + 2.0 * bend + h * (rule.damping * u + rule.stiffness * now.error);
}

// The bend of a row that holds a velocity with whatever force it takes: its direction is that of the step's middle.
double turnBias(double u, double u_ahead) {
  return 0.5 * (u_ahead - u);
}

// Redundant rows ask the same twice, and what they ask differs by rounding and by what the straight step leaves out.
void makeReachable(const JointRowList& list, ContactProblem& problem) {
  const Scratch<std::vector<int>> equalities, joint;
  equalities->clear();
  joint->clear();
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    if (list.rows[i].role != JointRowRole::Equality) continue;
    equalities->push_back(problem.firstJointRow() + static_cast<int>(i));
    joint->push_back(list.joint[i]);
  }
  if (equalities->empty()) return;
  const auto count = static_cast<Eigen::Index>(equalities->size());
  const Scratch<SparseRows> J(count);
  takeRows(problem.J, *equalities, problem.J.cols(), *J);
  const Scratch<JointSystem> system(count);
  system->begin(*J, *joint, problem.inv_mass);
  const Scratch<VecX> bias(count);
  bias->resize(count);
  for (Eigen::Index i = 0; i < count; ++i) (*bias)[i] = problem.bias[(*equalities)[i]];
  system->makeReachable(*bias);
  for (Eigen::Index i = 0; i < count; ++i) problem.bias[(*equalities)[i]] = (*bias)[i];
}

// The rows of a joint's friction from `first` on, which stand next to each other.
int frictionRows(const JointRowList& list, std::size_t first) {
  std::size_t end = first;
  while (end < list.rows.size() && list.joint[end] == list.joint[first] &&
         list.rows[end].role == JointRowRole::Friction)
    ++end;
  return static_cast<int>(end - first);
}

void addDisc(int first, int count, double limit, ContactProblem& problem) {
  problem.disc_of_row.resize(problem.joint_rows, -1);
  std::fill_n(problem.disc_of_row.begin() + first, count, static_cast<int>(problem.discs.size()));
  problem.discs.push_back({.first = first, .count = count, .limit = limit});
}

void setBounds(std::span<const Joint> joints, const JointRowList& list, ContactProblem& problem) {
  const bool bounded = std::any_of(list.rows.begin(), list.rows.end(),
                                   [](const JointRow& row) { return row.role != JointRowRole::Equality; });
  if (!bounded) {
    problem.joint_lower.resize(0);
    problem.joint_upper.resize(0);
    return;
  }
  problem.joint_lower.setConstant(problem.joint_rows, -ContactProblem::kUnbounded);
  problem.joint_upper.setConstant(problem.joint_rows, ContactProblem::kUnbounded);
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const JointRow& row = list.rows[i];
    const auto at = static_cast<Eigen::Index>(i);
    if (row.role == JointRowRole::Limit) problem.joint_lower[at] = 0.0;
    if (row.role != JointRowRole::Motor && row.role != JointRowRole::Friction) continue;
    if (problem.isOnDisc(problem.firstJointRow() + static_cast<int>(i))) continue;
    const bool isotropic = joints[list.joint[i]].isotropic;
    if (const int count = isotropic ? frictionRows(list, i) : 1; count > 1) {
      addDisc(static_cast<int>(i), count, row.most * problem.h, problem);
      continue;
    }
    problem.joint_upper[at] = row.most * problem.h;
    problem.joint_lower[at] = -problem.joint_upper[at];
  }
}

// Makes spring rows soft. One of which nothing is left keeps q = 0 and no impulse.
void setSprings(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                double force_time, ContactProblem& problem) {
  problem.compliance.resize(0);
  if (std::ranges::none_of(list.rows, [](const JointRow& row) { return row.role == JointRowRole::Spring; })) return;
  const bool remembers = force_time == 0.0;  // what bodies did before
  const SpringStep step{problem.h, remembers ? problem.h : force_time};
  const Scratch<VecX> stiffness(problem.joint_rows);
  explicitStiffness(bodies, joints, list, step, *stiffness);
  problem.compliance.setZero(problem.joint_rows);
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(list.rows.size()); ++i) {
    const JointRow& spring = list.rows[i];
    if (spring.role != JointRowRole::Spring) continue;
    const int row = problem.firstJointRow() + static_cast<int>(i);
    const double before = remembers ? jointRowRate(bodies, joints[list.joint[i]], spring) : 0.0;
    const SoftRow soft = softRow(spring, (*stiffness)[i], delassusDiagonalEntry(problem, row), before, step);
    problem.compliance[i] = soft.compliance;
    problem.bias[row] = soft.compliance > 0.0 ? soft.bias : -rowVelocity(problem, problem.v_free, row);
    if (!(soft.compliance > 0.0)) problem.joint_lower[i] = problem.joint_upper[i] = 0.0;
  }
}

// Makes equality rows soft.
void soften(const JointRowList& list, double compliance, ContactProblem& problem) {
  if (problem.compliance.size() == 0) problem.compliance.setZero(problem.joint_rows);
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(list.rows.size()); ++i)
    if (list.rows[i].role == JointRowRole::Equality) problem.compliance[i] = compliance;
}

}  // namespace

double jointRowRate(std::span<const Body> bodies, const Joint& joint, const JointRow& row) {
  double u = 0.0;
  const auto add = [&](int body, double sign, const Vec3& angular) {
    if (!hasColumns(bodies, body)) return;
    const Body& moving = bodies[body];
    u += sign * (row.linear.dot(moving.velocity) + angular.dot(moving.omega));
  };
  add(joint.a, -1.0, row.angular_a);
  add(joint.b, 1.0, row.angular_b);
  return u;
}

double rotorEnergy(std::span<const Body> bodies, const Joint& joint) {
  if (!(joint.armature > 0.0)) return 0.0;
  const JointRow row = coordinateRow(joint, poseOf(bodies, joint.a), poseOf(bodies, joint.b));
  const double u = jointRowRate(bodies, joint, row);
  return 0.5 * joint.armature * u * u;
}

void listJointRows(std::span<const Joint> joints, std::span<const Body> bodies, bool planar, JointRowList& list) {
  listRows(
      joints, bodies, planar, [&](std::size_t body) { return bodies[body].pose; }, list);
}

void listJointRowsAt(std::span<const Joint> joints, std::span<const Body> bodies, std::span<const Pose> poses,
                     bool planar, JointRowList& list) {
  listRows(
      joints, bodies, planar, [&](std::size_t body) { return poses[body]; }, list);
}

void jointJacobian(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list, bool planar,
                   SparseRows& J) {
  J.resize(static_cast<Eigen::Index>(list.rows.size()), 6 * static_cast<Eigen::Index>(bodies.size()));
  writeRows(bodies, joints, list, planar, 0, J);
}

void assembleJoints(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                    std::span<const Pose> ahead, const AssembleJointsParams& params, ContactProblem& problem) {
  assert(problem.joint_rows >= static_cast<int>(list.rows.size()));
  if (list.rows.empty()) return;
  const int first = problem.firstJointRow();
  writeRows(bodies, joints, list, params.planar, first, problem.J);
  problem.joint_of_row = list.joint;
  setBounds(joints, list, problem);
  const Scratch<JointRowList> later;
  listJointRowsAt(joints, bodies, ahead, params.planar, *later);
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const JointRow& row = list.rows[i];
    const Joint& joint = joints[list.joint[i]];
    const double u = jointRowRate(bodies, joint, row);
    const bool holds_speed = row.role == JointRowRole::Motor && std::isinf(row.most);
    double& bias = problem.bias[first + static_cast<int>(i)];
    if (!params.errors.closes && row.role == JointRowRole::Equality) {
      bias = ruleBias(params.errors, row, later->rows[i], u, problem.h);
      continue;
    }
    const double bend = holds_speed ? turnBias(u, jointRowRate(bodies, joint, later->rows[i]))
                                    : bendBias(row, later->rows[i], u, problem.h);
    bias = straightBias(row, problem.h, params.recovery_speed) + bend;
  }
  setSprings(bodies, joints, list, params.force_time, problem);
  if (params.errors.compliance > 0.0) soften(list, params.errors.compliance, problem);
  makeReachable(list, problem);
  for (int row = first; row < first + static_cast<int>(list.rows.size()); ++row)
    problem.q[row] = rowVelocity(problem, problem.v_free, row) + problem.bias[row];
}

}  // namespace keystone
