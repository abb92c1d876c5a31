#include "step/soft_substeps.h"

#include <algorithm>
#include <numbers>

namespace keystone {
namespace {

// How soft a sweep is.
struct Sweep {
  SoftSweep contacts;
  Softness joint;
  bool biased;  // whether errors of joints' positions count
};

// The impulse of a row of velocity u if it is to end with u + bias = 0, softly.
double towards(const SubstepState& state, int row, double u, double bias, const Softness& soft) {
  return state.lambda[row] - state.mass[row] * soft.mass * (u + bias) - soft.impulse * state.lambda[row];
}

// Of a limit, which may not go below an error of zero.
void relaxLimit(SubstepState& state, int row, double u, double error, const Softness& soft, bool biased) {
  double bias = 0.0;
  Softness used;
  if (error > 0.0) {
    bias = error / state.h;  // it may close within the substep, no further
  } else if (biased) {
    bias = soft.rate * error;
    used = soft;
  }
  change(state, row, std::max(0.0, towards(state, row, u, bias, used)));
}

// Several rows together, scaled back onto a disc, by the larger of their effective masses' inverses: turned by no
// difference between them.
void relaxDisc(const ContactProblem& problem, SubstepState& state, int first, int count, double radius) {
  double least = state.mass[first];
  for (int k = 1; k < count; ++k) least = std::min(least, state.mass[first + k]);
  Vec3 moved = Vec3::Zero();
  for (int k = 0; k < count; ++k) {
    const double u = velocityOf(state, first + k) + problem.surfaceOf(first + k);
    moved[k] = state.lambda[first + k] - least * u;
  }
  if (const double size = moved.norm(); size > radius) moved *= radius / size;
  for (int k = 0; k < count; ++k) change(state, first + k, moved[k]);
}

void relaxJoint(const ContactProblem& problem, const Sweep& sweep, int index, SubstepState& state) {
  const int row = problem.firstJointRow() + index;
  const JointRow& joint = state.joints.rows[index];
  const double substeps = problem.h / state.h, u = jointVelocityOf(state, row);
  switch (joint.role) {
    case JointRowRole::Equality:
      return change(state, row,
                    towards(state, row, u, sweep.biased ? sweep.joint.rate * joint.error : 0.0,
                            sweep.biased ? sweep.joint : Softness{}));
    case JointRowRole::Limit:
      return relaxLimit(state, row, u, joint.error, sweep.joint, sweep.biased);
    case JointRowRole::Motor:
    case JointRowRole::Friction: {
      const double most = problem.upper(row) / substeps;
      const double bias = joint.role == JointRowRole::Motor ? -joint.speed : 0.0;
      return change(state, row, std::clamp(towards(state, row, u, bias, {}), -most, most));
    }
    case JointRowRole::Spring:
      return relaxSpring(problem, index, state);
  }
}

void relaxJoints(const ContactProblem& problem, const Sweep& sweep, SubstepState& state) {
  for (int i = 0; i < static_cast<int>(state.joints.rows.size()); ++i)
    if (!problem.isOnDisc(problem.firstJointRow() + i)) relaxJoint(problem, sweep, i, state);
}

// Torsional, rolling and ball joints' friction.
void relaxDiscs(const ContactProblem& problem, SubstepState& state) {
  for (const FrictionDisc& disc : problem.discs) {
    const double radius = disc.contact < 0 ? disc.limit * state.h / problem.h
                                           : disc.limit * state.lambda[problem.normalRow(disc.contact)];
    relaxDisc(problem, state, problem.firstJointRow() + disc.first, disc.count, radius);
  }
}

void relaxAll(const ContactProblem& problem, const Sweep& sweep, SoftState& state) {
  relaxJoints(problem, sweep, state.sub);
  state.contacts.relax(sweep.contacts, state.sub.v);
  if (problem.discs.empty()) return;
  state.contacts.readImpulses(state.sub.lambda);
  relaxDiscs(problem, state.sub);
}

// Contacts that have borne something and came fast leave with e times that speed.
void bounce(const ContactProblem& problem, const TgsSoftParams& params, SubstepState& state) {
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if (!(problem.restitution[c] > 0.0) || state.total[n] == 0.0) continue;
    loadRows(problem, n, 1, state);
    const double before = state.rows[n].times(problem.v_before);
    if (before > -params.restitution_threshold) continue;
    const double last = state.lambda[n];
    change(state, n, std::max(0.0, towards(state, n, velocityOf(state, n), problem.restitution[c] * before, {})));
    state.total[n] += state.lambda[n] - last;
  }
}

}  // namespace

Softness softness(double hertz, double damping_ratio, double h) {
  const double omega = 2.0 * std::numbers::pi * hertz;  // [rad/s]
  const double a = 2.0 * damping_ratio + h * omega, b = h * omega * a;
  return {omega / a, b / (1.0 + b), 1.0 / (1.0 + b)};
}

void runSubsteps(const World& world, const ContactProblem& problem, const TgsSoftParams& params, const VecX& start,
                 SoftState& state) {
  SubstepState& sub = state.sub;
  beginSubsteps(world, problem, params.substeps, start, problem.firstJointRow(), sub);
  state.contacts.begin(problem, sub.bodies, sub.h, sub.lambda);
  const double contact_hertz = std::min(params.contact_hertz, 0.25 / sub.h);
  const double joint_hertz = std::min(params.joint_hertz, 0.125 / sub.h);
  const Sweep soft{{softness(contact_hertz, params.contact_damping, sub.h),
                    softness(2.0 * contact_hertz, params.contact_damping, sub.h), params.push_speed},
                   softness(joint_hertz, params.joint_damping, sub.h),
                   true};
  const Sweep hard{{}, {}, false};
  for (int substep = 0; substep < params.substeps; ++substep) {
    pullSprings(world, problem, sub);
    sub.v += sub.gain / params.substeps;
    state.contacts.push(sub.v);
    for (int row = problem.firstJointRow(); row < problem.rows(); ++row) push(sub, row, sub.lambda[row]);
    relaxAll(problem, soft, state);
    moveOn(world, problem, sub);
    state.contacts.goOn(sub.way);
    relaxAll(problem, hard, state);
    state.contacts.readImpulses(sub.lambda);
    sub.total += sub.lambda;
  }
  bounce(problem, params, sub);
  forgetIdleSprings(problem, sub);
}

}  // namespace keystone
