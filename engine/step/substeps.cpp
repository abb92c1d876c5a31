#include "step/substeps.h"

#include <algorithm>

#include "problem/spring_rows.h"
#include "world/world.h"

namespace keystone {
namespace {

// Of rows that are read.
void weighRows(const ContactProblem& problem, int first, int count, SubstepState& state) {
  for (int row = first; row < first + count; ++row) {
    const auto at = static_cast<std::size_t>(row);
    state.weighted[at] = weighted(problem.inv_mass, state.rows[at]);
    const double mobility =
        state.rows[at].j[0].dot(state.weighted[at][0]) + state.rows[at].j[1].dot(state.weighted[at][1]);
    state.mass[row] = mobility > 0.0 ? 1.0 / mobility : 0.0;
  }
}

// The rows of joints where the bodies are now.
void refreshJoints(const World& world, const ContactProblem& problem, SubstepState& state) {
  if (world.joints.empty()) return;
  listJointRows(world.joints, state.bodies, world.planar, state.joints);
  const int count = static_cast<int>(state.joints.rows.size());
  jointJacobian(state.bodies, world.joints, state.joints, world.planar, state.J);
  readPairRows(state.J, 0, count, static_cast<std::size_t>(problem.firstJointRow()), state.rows);
  weighRows(problem, problem.firstJointRow(), count, state);
}

template <class Visit>
void forEachSpring(const ContactProblem& problem, const SubstepState& state, const Visit& visit) {
  for (std::size_t i = 0; i < state.joints.rows.size(); ++i)
    if (const JointRow& row = state.joints.rows[i]; row.role == JointRowRole::Spring)
      visit(problem.firstJointRow() + static_cast<int>(i), state.spring[static_cast<Eigen::Index>(i)] * row.error);
}

// Their impulses begin with what the step's forces have of them, so that their sums are what the problem's rows are to
// bear.
void takeOutSprings(const World& world, const ContactProblem& problem, SubstepState& state) {
  explicitStiffness(world.bodies, world.joints, state.joints, {problem.h, problem.h}, state.spring);
  state.spun = state.v;
  forEachSpring(problem, state, [&](int row, double force) {
    push(state, row, problem.h * force);
    state.total[row] += problem.h * force;
  });
  state.gain += state.v - state.spun;
  state.v = state.spun;
}

}  // namespace

void loadRows(const ContactProblem& problem, int first, int count, SubstepState& state) {
  readPairRows(problem.J, first, count, static_cast<std::size_t>(first), state.rows);
  weighRows(problem, first, count, state);
}

void push(SubstepState& state, int row, double impulse) {
  const auto at = static_cast<std::size_t>(row);
  for (std::size_t end = 0; end < 2; ++end)
    if (const int body = state.rows[at].body[end]; body >= 0)
      state.v.segment<6>(6 * static_cast<Eigen::Index>(body)) += impulse * state.weighted[at][end];
}

void change(SubstepState& state, int row, double lambda) {
  push(state, row, lambda - state.lambda[row]);
  state.lambda[row] = lambda;
}

void beginSubsteps(const World& world, const ContactProblem& problem, int substeps, const VecX& start, int first_row,
                   SubstepState& state) {
  state.h = problem.h / substeps;
  state.rows.resize(problem.rows());
  state.weighted.resize(state.rows.size());
  state.mass.resize(problem.rows());
  loadRows(problem, first_row, problem.rows() - first_row, state);
  state.lambda = start / substeps;
  state.total.setZero(problem.rows());
  state.v = problem.v_before;
  state.way.setZero(state.v.size());
  state.bodies = world.bodies;
  state.turned.setZero(state.v.size());
  state.gain = problem.v_free - problem.v_before;
  state.joints.rows.clear();
  if (world.joints.empty()) return;
  listJointRows(world.joints, world.bodies, world.planar, state.joints);
  takeOutSprings(world, problem, state);
}

void pullSprings(const World& world, const ContactProblem& problem, SubstepState& state) {
  if (world.joints.empty()) return;
  explicitStiffness(state.bodies, world.joints, state.joints, {state.h, state.h}, state.spring);
  state.before.setZero(state.spring.size());
  forEachSpring(problem, state,
                [&](int row, double) { state.before[row - problem.firstJointRow()] = jointVelocityOf(state, row); });
  forEachSpring(problem, state, [&](int row, double force) {
    push(state, row, -state.h * force);
    state.total[row] -= state.h * force;
  });
}

void relaxSpring(const ContactProblem& problem, int index, SubstepState& state) {
  const int row = problem.firstJointRow() + index;
  const SoftRow soft = softRow(state.joints.rows[index], state.spring[index], 1.0 / std::max(state.mass[row], 1e-300),
                               state.before[index], {state.h, state.h});
  if (!(soft.compliance > 0.0) || !(state.mass[row] > 0.0)) return change(state, row, 0.0);
  const double off = jointVelocityOf(state, row) + soft.bias + soft.compliance * state.lambda[row];
  change(state, row, state.lambda[row] - off / (1.0 / state.mass[row] + soft.compliance));
}

// What free rotation makes of the velocities is kept apart.
void moveOn(const World& world, const ContactProblem& problem, SubstepState& state) {
  state.way += state.h * state.v;
  state.spun = state.v + state.turned;
  const VecX& v = state.spun;
  integrate(state.bodies, v, {}, state.h, state.motions);
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    Body& body = state.bodies[i];
    body.pose = state.motions[i].pose;
    if (!body.isActive()) continue;
    const auto at = 6 * static_cast<Eigen::Index>(i) + 3;
    state.turned.segment<3>(at) += state.motions[i].omega - v.segment<3>(at);
  }
  refreshJoints(world, problem, state);
}

void forgetIdleSprings(const ContactProblem& problem, SubstepState& state) {
  forEachSpring(problem, state, [&](int row, double) {
    if (!problem.isSoft(row)) state.total[row] = 0.0;
  });
}

void endSubsteps(const SubstepState& state, VecX& v, std::vector<Motion>& motions) {
  v = state.v + state.turned;
  motions.clear();
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const Body& body = state.bodies[i];
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const bool moved = body.isActive();
    motions.push_back(
        {body.pose, moved ? Vec3(v.segment<3>(at)) : body.velocity, moved ? Vec3(v.segment<3>(at + 3)) : body.omega});
  }
}

}  // namespace keystone
