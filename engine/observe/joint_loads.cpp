#include "observe/joint_loads.h"

#include "problem/assemble_joints.h"

namespace keystone {

namespace {

// [N] or [N m], by the law: a step's impulses hold only what of a spring is implicit.
double springForce(std::span<const Body> bodies, const Joint& joint, const JointRow& row) {
  return -(row.stiffness * row.error + row.damping * jointRowRate(bodies, joint, row));
}

void add(const JointRow& row, double along, JointLoad& load) {
  load.force += along * row.linear;
  if (row.linear.isZero(0.0)) load.torque += along * row.angular_b;
}

}  // namespace

std::vector<JointLoad> jointLoads(const Simulation& simulation) {
  const World& world = simulation.world;
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  const int rows = simulation.problem.joint_rows;
  if (static_cast<int>(list.rows.size()) != rows || simulation.solution.lambda.size() != simulation.problem.rows())
    return {};
  const bool is_own = simulation.joint_impulse.size() == rows;
  const VecX force =
      (is_own ? simulation.joint_impulse : VecX(simulation.solution.lambda.tail(rows))) / forceTime(simulation);
  std::vector<JointLoad> loads(world.joints.size());
  for (int i = 0; i < rows; ++i) {
    const JointRow& row = list.rows[i];
    const auto joint = static_cast<std::size_t>(list.joint[i]);
    const double along =
        row.role == JointRowRole::Spring ? springForce(world.bodies, world.joints[joint], row) : force[i];
    add(row, along, loads[joint]);
  }
  for (std::size_t i = 0; i < loads.size(); ++i)
    if (const Joint& joint = world.joints[i]; joint.push() != 0.0)
      add(coordinateRow(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b)), joint.push(), loads[i]);
  return loads;
}

}  // namespace keystone
