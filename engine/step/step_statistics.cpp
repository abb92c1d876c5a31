#include "step/step_statistics.h"

#include <algorithm>

#include "joint/joint_rows.h"
#include "problem/assemble_joints.h"

namespace keystone {
namespace {

// Islands, and the active bodies that belong to none of them.
int countIslands(const World& world, const std::vector<Island>& islands) {
  const auto active = [&](int body) { return world.bodies[body].isActive(); };
  auto count =
      std::count_if(world.bodies.begin(), world.bodies.end(), [](const Body& body) { return body.isActive(); });
  for (const Island& island : islands) {
    const auto together = std::count_if(island.bodies.begin(), island.bodies.end(), active);
    if (together > 0) count += 1 - together;
  }
  return static_cast<int>(count);
}

}  // namespace

double deepestOverlap(const ContactProblem& problem) {
  return problem.contacts > 0 ? std::max(0.0, -problem.gap.minCoeff()) : 0.0;
}

void countContacts(const World& world, const ContactProblem& problem, const std::vector<Island>& islands,
                   const Solution& solution, StepReport& report) {
  report.contacts = problem.contacts;
  report.rows = problem.rows();
  report.islands = countIslands(world, islands);
  report.max_penetration = deepestOverlap(problem);
  report.sets = countSets(problem, solution.sets);
  report.sets_inferred = solution.sets_inferred;
}

void sumState(const World& world, StepReport& report) {
  report.step = world.step;
  report.time = world.time;
  report.bodies = static_cast<int>(world.bodies.size());
  report.kinetic = report.potential = 0.0;
  report.momentum.setZero();
  report.angular_momentum.setZero();
  for (const Body& body : world.bodies) {
    if (!body.isDynamic()) continue;
    report.kinetic += kineticEnergy(body);
    report.potential -= body.mass * world.gravity.dot(body.pose.position);
    report.momentum += body.mass * body.velocity;
    report.angular_momentum += angularMomentum(body);
  }
  for (const Joint& joint : world.joints) {
    report.kinetic += rotorEnergy(world.bodies, joint);
    report.potential += springEnergy(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b), world.planar);
  }
  report.state_hash = stateHash(world);
}

}  // namespace keystone
