#include "step/smooth_motion.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "smooth/advance.h"
#include "step/step_parts.h"

namespace keystone {
namespace {

// For an island of joined bodies. Semi-implicit Euler is not enough in space: an impulse of a joint turns a spinning
// body aside, and what the turn does to the joint is felt a step later. A heavy top's precession is off by 1 % at 0.25
// rad a step, and by the square. In the plane a joint turns no spin aside.
Integrator integratorFor(const StepContext& step) {
  const Integrator chosen = step.input.params.integrator;
  if (chosen != Integrator::Automatic) return chosen;
  return step.world.planar ? Integrator::SemiImplicitEuler : Integrator::Automatic;
}

bool hasSprings(const StepContext& step, const Island& island) {
  const ContactProblem& problem = step.result.problem;
  return std::ranges::any_of(island.joint_rows, [&](int own) {
    return problem.isSoft(problem.firstJointRow() + own) && step.world.joints[problem.joint_of_row[own]].hasSpring();
  });
}

bool atLimit(const StepContext& step, const Island& island) {
  const ContactProblem& problem = step.result.problem;
  return std::ranges::any_of(island.joint_rows, [&](int own) {
    const int row = problem.firstJointRow() + own;
    return problem.isLimit(row) && step.result.solution.lambda[row] > 0.0;
  });
}

bool staysAtRest(const StepContext& step, std::span<const int> bodies) {
  return std::ranges::all_of(bodies, [&](int index) {
    const Body& body = step.world.bodies[index];
    return body.velocity.isZero(0.0) && body.omega.isZero(0.0) && step.workspace.v.segment<6>(6 * index).isZero(0.0);
  });
}

// Motors and dry friction push all through the step with the mean of the impulse that the step's solve gave them.
void takeDriven(const StepContext& step, const Island& island, VecX& driven) {
  const ContactProblem& problem = step.result.problem;
  const auto isDriven = [&](int row) { return !problem.isBilateral(row) && !problem.isLimit(row); };
  const int first = problem.firstJointRow();
  if (std::ranges::none_of(island.joint_rows, [&](int own) { return isDriven(first + own); })) return driven.resize(0);
  driven.setZero(static_cast<Eigen::Index>(island.joint_rows.size()));
  for (Eigen::Index i = 0; i < driven.size(); ++i) {
    const int row = first + island.joint_rows[i];
    if (isDriven(row)) driven[i] = step.result.solution.lambda[row] / step.dt;
  }
}

// Moves the part and lists where its bodies end. False where it does not.
bool movePart(StepContext& step, Integrator integrator, SmoothPart& part) {
  const Advance done = advance(part, integrator, step.input.params.integrator_tolerance, step.dt);
  if (done == Advance::Failed) step.result.report.note = "motion too fast for the integrator: semi-implicit Euler";
  if (done != Advance::Done) return false;
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    const Body& body = part.world.bodies[i];
    if (body.isActive()) step.workspace.smooth.push_back({part.bodies[i], {body.pose, body.velocity, body.omega}});
  }
  return true;
}

void moveIsland(StepContext& step, const Island& island) {
  const Integrator integrator = integratorFor(step);
  if (integrator == Integrator::SemiImplicitEuler || !island.contacts.empty()) return;
  if (hasSprings(step, island) || atLimit(step, island) || staysAtRest(step, island.bodies)) return;
  const Scratch<SmoothPart> scratch(static_cast<std::ptrdiff_t>(island.bodies.size()));
  SmoothPart& part = *scratch;
  part.bodies = island.bodies;
  part.joints.clear();
  for (const int row : island.joint_rows) part.joints.push_back(step.result.problem.joint_of_row[row]);
  part.joints.erase(std::unique(part.joints.begin(), part.joints.end()), part.joints.end());
  takePart(step.world, part);
  part.by_trees = step.trees != nullptr;
  takeDriven(step, island, part.driven);
  part.impulse.setZero(static_cast<Eigen::Index>(island.joint_rows.size()));
  if (!movePart(step, integrator, part)) return;
  for (Eigen::Index i = 0; i < part.impulse.size(); ++i)
    step.result.joint_impulse[island.joint_rows[i]] = part.impulse[i];
}

void moveFreeBodies(StepContext& step) {
  const Scratch<std::vector<char>> in_island;
  in_island->assign(step.world.bodies.size(), 0);
  for (const Island& island : step.result.islands)
    for (const int body : island.bodies) (*in_island)[body] = 1;
  const Scratch<SmoothPart> scratch;
  SmoothPart& part = *scratch;
  for (int body = 0; body < static_cast<int>(step.world.bodies.size()); ++body) {
    const auto at = static_cast<std::size_t>(body);
    if ((*in_island)[at] != 0 || !step.world.bodies[at].isActive()) continue;
    part.bodies.assign(1, body);
    part.joints.clear();
    takePart(step.world, part);
    movePart(step, step.input.params.integrator, part);
  }
}

}  // namespace

void moveSmoothly(StepContext& step) {
  step.workspace.smooth.clear();
  const Integrator integrator = step.input.params.integrator;
  const bool joints_alone = integrator == Integrator::Automatic;
  step.result.joint_impulse = step.result.solution.lambda.tail(step.result.problem.joint_rows);
  if (!closesJoints(step.input) && !step.world.joints.empty()) return;
  if (integrator == Integrator::SemiImplicitEuler || (joints_alone && step.world.joints.empty())) return;
  for (const Island& island : step.result.islands) moveIsland(step, island);
  if (!joints_alone) moveFreeBodies(step);
}

}  // namespace keystone
