#include "step/passive_joints.h"

#include <algorithm>

#include "problem/contact_problem.h"
#include "step/step_parts.h"

namespace keystone {
namespace {

// Of the island's kinetic energy before impulses: mechanisms that swing gain 1e-12, chains that whip 1e-2.
constexpr double kGain = 1e-6;

// [J] of the impulses of contacts, joints and limits, on the mean of the velocities before and after the step.
double workOf(const ContactProblem& problem, const Island& island, const CheckedSolve& solve) {
  double work = 0.0;
  const auto add = [&](int row) {
    const double after = rowVelocity(problem, problem.v_free, row) + rowVelocity(problem, solve.delta_v, row);
    work += 0.5 * solve.solution.lambda[row] * (rowVelocity(problem, problem.v_before, row) + after);
  };
  for (const int contact : island.contacts)
    for (int row = problem.normalRow(contact); row < problem.normalRow(contact) + problem.dim; ++row) add(row);
  for (const int own : island.joint_rows)
    if (const int row = problem.firstJointRow() + own; problem.holds(row)) add(row);
  return work;
}

// [J] of the velocities before impulses: more than nothing also at rest.
double freeEnergyOf(const World& world, const ContactProblem& problem, const Island& island) {
  double energy = 0.0;
  for (const int index : island.bodies) {
    const Body& body = world.bodies[index];
    if (!body.isActive()) continue;
    const Vec3 velocity = problem.v_free.segment<3>(6 * index), omega = problem.v_free.segment<3>(6 * index + 3);
    energy += 0.5 * (body.mass * velocity.squaredNorm() + omega.dot(worldInertia(body) * omega));
  }
  return energy;
}

bool dropBends(const Island& island, ContactProblem& problem) {
  bool dropped = false;
  for (const int own : island.joint_rows) {
    const int row = problem.firstJointRow() + own;
    if (!problem.isBilateral(row) || problem.isSoft(row) || problem.bias[row] == 0.0) continue;
    problem.q[row] -= problem.bias[row];
    problem.bias[row] = 0.0;
    dropped = true;
  }
  return dropped;
}

}  // namespace

bool dropGainingBends(StepContext& step) {
  if (!closesJoints(step.input) || !step.workspace.solve.solution.lambda.allFinite()) return false;
  bool dropped = false;
  for (const Island& island : step.result.islands) {
    if (island.joint_rows.empty()) continue;
    const ContactProblem& problem = step.result.problem;
    if (workOf(problem, island, step.workspace.solve) > kGain * freeEnergyOf(step.world, problem, island))
      dropped = dropBends(island, step.result.problem) || dropped;
  }
  return dropped;
}

}  // namespace keystone
