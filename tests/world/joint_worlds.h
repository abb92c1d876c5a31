// Jointed bodies whose motion has a closed form.
#pragma once

#include <numbers>

#include "joint/joint_rows.h"
#include "world/small_worlds.h"

namespace keystone {

// The solvers that accept joints.
inline std::vector<const SolverInfo*> jointSolvers() {
  std::vector<const SolverInfo*> accepting;
  for (const SolverInfo* solver : frictionSolvers())
    if (solver->accepts.joints) accepting.push_back(solver);
  return accepting;
}

// A joint of `b` to `a` (-1: the world) at a point [m] of the world, its axis along z. Returns its index.
inline int addJoint(World& world, JointKind kind, int a, int b, const Vec3& point, const Vec3& axis = Vec3::UnitZ()) {
  Joint joint;
  joint.kind = kind;
  joint.a = a;
  joint.b = b;
  attach(joint, world.bodies, point, point, axis);
  world.joints.push_back(joint);
  return static_cast<int>(world.joints.size()) - 1;
}

// A rod or rope between two points [m] of the world, `low` to `high` long.
inline int addDistance(World& world, int a, int b, const Vec3& point_a, const Vec3& point_b, double low, double high) {
  const int index = addJoint(world, JointKind::Distance, a, b, point_a);
  Joint& joint = world.joints.back();
  attach(joint, world.bodies, point_a, point_b, Vec3::UnitZ());
  joint.low = low;
  joint.high = high;
  return index;
}

// A rod of length 1 m and mass 2 kg, hung by its end at the origin and turned up from hanging by `angle`.
inline Simulation hungRod(const SolverInfo& solver, double angle, bool planar) {
  Simulation result = simulation(solver, planar);
  const Vec3 along(std::sin(angle), -std::cos(angle), 0.0);
  const int rod = addBox(result.world, {0.5, 0.05, 0.05}, 2.0, 0.5 * along);
  result.world.bodies[rod].pose.orientation = Quat(Eigen::AngleAxisd(angle - std::numbers::pi / 2.0, Vec3::UnitZ()));
  addJoint(result.world, JointKind::Hinge, -1, rod, Vec3::Zero());
  return result;
}

inline void run(Simulation& simulation, double seconds) {
  const int steps = static_cast<int>(std::lround(seconds / simulation.world.h));
  for (int i = 0; i < steps; ++i) {
    step(simulation);
    ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
    ASSERT_LE(simulation.report.joint_error, 1e-9) << "step " << simulation.report.step;  // what closeJoints leaves
  }
}

// Largest force [N] or torque of the joint rows in the last step.
inline VecX jointForces(const Simulation& simulation) {
  return simulation.solution.lambda.tail(simulation.problem.joint_rows) / simulation.world.h;
}

}  // namespace keystone
