// Jdot v is the derivative of J v along a motion of constant velocities, taken by central differences of fourth order:
// it needs nothing of a joint but its rows. They are exact where the joints hold, and to first order near it, which a
// probe leaves by second order; the differences cancel that. A rotor of inertia I is a row that resists its own rate:
// J a + lambda / I = -Jdot v.
#include "smooth/forces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "problem/joint_system.h"
#include "smooth/tree_forces.h"
#include "world/forces.h"
#include "world/motion.h"

namespace keystone {
namespace {

// [rad] a probe turns the fastest body by: errors of 1e-12 by truncation, and as much by rounding.
constexpr double kProbe = 1e-3;
constexpr double kInside = 1.0 - 1e-9;  // of a bound: forces up to here are not at it, but for rounding
// The same of a bound that rows share. A method ends within 1e-9 of the largest loads, which may be a thousand times as
// large as the friction: without the room what slips would be stopped at once.
constexpr double kInsideTogether = 1.0 - 1e-6;

struct JointWorkspace {
  JointRowList all, held;
  SparseRows J, J_all;  // of `held` and of `all`
  std::vector<InverseMass> inv_mass;
  JointSystem system;
  std::vector<Pose> poses;
  PartTrees trees;
  VecX compliance;  // of `held`, that of rotors
  VecX v, a, rhs, rest, y;
};

bool isEquality(const JointRow& row) {
  return row.role == JointRowRole::Equality;
}

bool isRotor(const JointRow& row) {
  return row.inertia > 0.0;
}

// Rows with forces of the joints themselves.
bool isHeld(const JointRow& row) {
  return isEquality(row) || isRotor(row);
}

// Factors J M^-1 J^T of workspace.held, with rotors.
void factorHeld(const World& world, JointWorkspace& workspace) {
  jointJacobian(world.bodies, world.joints, workspace.held, world.planar, workspace.J);
  workspace.inv_mass.clear();
  for (const Body& body : world.bodies) workspace.inv_mass.push_back(activeInverseMass(body));
  workspace.compliance.setZero(workspace.J.rows());
  for (std::size_t i = 0; i < workspace.held.rows.size(); ++i)
    if (const JointRow& row = workspace.held.rows[i]; isRotor(row))
      workspace.compliance[static_cast<Eigen::Index>(i)] = 1.0 / row.inertia;
  workspace.system.begin(workspace.J, workspace.held.joint, workspace.inv_mass, workspace.compliance);
}

// workspace.y with (J M^-1 J^T + compliance) y = workspace.rhs.
void solveHeld(JointWorkspace& workspace) {
  workspace.y = workspace.rhs;
  workspace.system.solveInPlace(workspace.y);
  // One round of refinement: the joint system's own regularisation leaves 1e-9, a round takes as much again.
  workspace.system.move(workspace.y, workspace.a);
  workspace.rest = workspace.rhs;
  workspace.rest.noalias() -= workspace.J * workspace.a;
  workspace.rest -= workspace.compliance.cwiseProduct(workspace.y);
  workspace.system.solveInPlace(workspace.rest);
  workspace.y += workspace.rest;
}

// rhs -= Jdot v of the held rows.
void subtractJdotV(const World& world, double dt, JointWorkspace& workspace) {
  constexpr std::array<std::pair<double, double>, 4> kStencil{
      {{-2.0, 1.0 / 12.0}, {-1.0, -8.0 / 12.0}, {1.0, 8.0 / 12.0}, {2.0, -1.0 / 12.0}}};
  double spin = 1.0 / dt;  // of slow bodies, whose joints may turn where they do not
  for (const Body& body : world.bodies) spin = std::max(spin, body.omega.norm());
  const double probe = kProbe / spin;
  for (const auto& [place, weight] : kStencil) {
    workspace.poses.clear();
    for (const Body& body : world.bodies) {
      const double ahead = place * probe;
      workspace.poses.push_back({body.pose.position + ahead * body.velocity,
                                 (rotationOf(ahead * body.omega) * body.pose.orientation).normalized()});
    }
    listJointRowsAt(world.joints, world.bodies, workspace.poses, world.planar, workspace.all);
    selectJointRows(workspace.all, isHeld, workspace.held);
    for (std::size_t i = 0; i < workspace.held.rows.size(); ++i) {
      const Joint& joint = world.joints[workspace.held.joint[i]];
      workspace.rhs[static_cast<Eigen::Index>(i)] -=
          weight / probe * jointRowRate(world.bodies, joint, workspace.held.rows[i]);
    }
  }
}

// Accelerations [6 bodies] by the forces f.
void accelerate(const World& world, const std::vector<InverseMass>& inv_mass, const VecX& f, VecX& a) {
  a.resize(f.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Vec3 torque = Vec3(f.segment<3>(at + 3)) - body.omega.cross(worldInertia(body) * body.omega);
    a.segment<3>(at) = inv_mass[i].linear.cwiseProduct(f.segment<3>(at));
    a.segment<3>(at + 3) = inv_mass[i].angular * torque;
  }
}

// Writes workspace.y into the held rows of lambda.
void listForces(const JointWorkspace& workspace, VecX& lambda) {
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < workspace.all.rows.size(); ++i)
    if (isHeld(workspace.all.rows[i])) lambda[static_cast<Eigen::Index>(i)] = workspace.y[next++];
}

double powerOf(const World& world, const VecX& f) {
  double power = 0.0;
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    if (body.isActive()) power += f.segment<3>(at).dot(body.velocity) + f.segment<3>(at + 3).dot(body.omega);
    at += 6;
  }
  return power;
}

// f += forces of joints. Returns the power of f before those that hold.
double addJointForces(const SmoothPart& part, double dt, VecX& f, VecX& lambda) {
  const World& world = part.world;
  const Scratch<JointWorkspace> scratch(2 * static_cast<std::ptrdiff_t>(world.joints.size()));
  JointWorkspace& workspace = *scratch;
  listJointRows(world.joints, world.bodies, world.planar, workspace.all);
  lambda.setZero(static_cast<Eigen::Index>(workspace.all.rows.size()));
  if (part.driven.size() > 0) {
    lambda = part.driven;
    jointJacobian(world.bodies, world.joints, workspace.all, world.planar, workspace.J_all);
    f.noalias() += workspace.J_all.transpose() * part.driven;
  }
  const double power = powerOf(world, f);
  selectJointRows(workspace.all, isHeld, workspace.held);
  if (workspace.held.rows.empty()) return power;
  if (part.by_trees && findPartTrees(world, workspace.held, workspace.trees)) {
    addTreeForces(world, workspace.held, workspace.trees, f, workspace.y);
    listForces(workspace, lambda);
    return power;
  }
  factorHeld(world, workspace);
  accelerate(world, workspace.inv_mass, f, workspace.a);
  workspace.rhs.noalias() = workspace.J * workspace.a;
  workspace.rhs = -workspace.rhs;
  subtractJdotV(world, dt, workspace);
  solveHeld(workspace);
  f.noalias() += workspace.J.transpose() * workspace.y;
  listForces(workspace, lambda);
  return power;
}

// Force of row i [N] or [N m]: of isotropic friction the one of all rows of its joint, which share their bound.
double sharedForce(const SmoothPart& part, const JointRowList& list, std::size_t i) {
  const auto forceOf = [&](std::size_t row) { return part.driven[static_cast<Eigen::Index>(row)]; };
  double square = 0.0;
  for (std::size_t row = 0; row < list.rows.size(); ++row)
    if (list.joint[row] == list.joint[i] && list.rows[row].role == JointRowRole::Friction)
      square += forceOf(row) * forceOf(row);
  return std::sqrt(square);
}

// Whether the row's motor or dry friction is strong enough in this step.
bool isStrongEnough(const SmoothPart& part, const JointRowList& list, std::size_t i) {
  const JointRow& row = list.rows[i];
  if (row.role != JointRowRole::Motor && row.role != JointRowRole::Friction) return false;
  if (part.world.joints[list.joint[i]].isotropic) return sharedForce(part, list, i) < kInsideTogether * row.most;
  return std::abs(part.driven[static_cast<Eigen::Index>(i)]) < kInside * row.most;
}

}  // namespace

double findForces(const SmoothPart& part, double dt, VecX& f, VecX& lambda) {
  const World& world = part.world;
  externalForces(world, {world.time, dt, dt}, f);
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    if (body.isActive()) f.segment<3>(at) += body.mass * world.gravity;
    at += 6;
  }
  if (!world.joints.empty()) return addJointForces(part, dt, f, lambda);
  lambda.resize(0);
  return powerOf(world, f);
}

void holdVelocities(SmoothPart& part, HeldRows held) {
  World& world = part.world;
  if (world.joints.empty()) return;
  // Memory of its own for each kind of rows.
  const Scratch<JointWorkspace> scratch(2 * static_cast<std::ptrdiff_t>(world.joints.size()) +
                                        (held == HeldRows::DrivenToo ? 1 : 0));
  JointWorkspace& workspace = *scratch;
  listJointRows(world.joints, world.bodies, world.planar, workspace.all);
  std::size_t at = 0;
  const auto keeps = [&](const JointRow& row) {
    const std::size_t i = at++;
    return isHeld(row) || (held == HeldRows::DrivenToo && isStrongEnough(part, workspace.all, i));
  };
  selectJointRows(workspace.all, keeps, workspace.held);
  if (workspace.held.rows.empty()) return;
  velocitiesOf(world.bodies, workspace.v);
  if (part.by_trees && std::ranges::all_of(workspace.held.rows, isHeld) &&
      findPartTrees(world, workspace.held, workspace.trees)) {
    holdTrees(workspace.trees.placed, workspace.trees.factor, {}, workspace.v,
              rotorMomenta(world, workspace.held, workspace.trees));
    return setVelocities(world.bodies, workspace.v);
  }
  factorHeld(world, workspace);
  workspace.rhs.noalias() = workspace.J * workspace.v;
  workspace.rhs = -workspace.rhs;
  for (std::size_t i = 0; i < workspace.held.rows.size(); ++i) {
    double& change = workspace.rhs[static_cast<Eigen::Index>(i)];
    change = isRotor(workspace.held.rows[i]) ? 0.0 : change + workspace.held.rows[i].speed;
  }
  solveHeld(workspace);
  workspace.system.move(workspace.y, workspace.a);
  workspace.v += workspace.a;
  setVelocities(world.bodies, workspace.v);
}

}  // namespace keystone
