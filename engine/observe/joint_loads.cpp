#include "observe/joint_loads.h"

#include "problem/assemble_joints.h"

namespace keystone {

std::vector<JointLoad> jointLoads(const Simulation& simulation) {
  const World& world = simulation.world;
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  const int rows = simulation.problem.joint_rows;
  if (static_cast<int>(list.rows.size()) != rows || simulation.solution.lambda.size() != simulation.problem.rows())
    return {};
  const VecX force = simulation.solution.lambda.tail(rows) / forceTime(simulation);
  std::vector<JointLoad> loads(world.joints.size());
  for (int i = 0; i < rows; ++i) {
    const JointRow& row = list.rows[static_cast<std::size_t>(i)];
    JointLoad& load = loads[static_cast<std::size_t>(list.joint[static_cast<std::size_t>(i)])];
    load.force += force[i] * row.linear;
    if (row.linear.isZero(0.0)) load.torque += force[i] * row.angular_b;
  }
  return loads;
}

}  // namespace keystone
