#include "step/soft_substeps.h"

#include <algorithm>
#include <numbers>

namespace keystone {
namespace {

// A sweep's share of the law: how soft contacts and joints are in it.
struct Sweep {
  Softness contact, on_fixed, joint;
  bool biased;  // whether errors of position count
};

// The impulse of a row of velocity u if it is to end with u + bias = 0, softly.
double towards(const SubstepState& state, int row, double u, double bias, const Softness& soft) {
  return state.lambda[row] - state.mass[row] * soft.mass * (u + bias) - soft.impulse * state.lambda[row];
}

// Of a row that may not go below an error of zero.
void relaxOneSided(SubstepState& state, int row, double u, double error, double most, const Softness& soft,
                   bool biased) {
  double bias = 0.0;
  Softness used;
  if (error > 0.0) {
    bias = error / state.h;  // it may close within the substep, no further
  } else if (biased) {
    bias = std::max(soft.rate * error, -most);
    used = soft;
  }
  change(state, row, std::max(0.0, towards(state, row, u, bias, used)));
}

// Several rows together, scaled back onto a disc, by the larger of their effective masses' inverses: turned by no
// difference between them.
void relaxDisc(SubstepState& state, int first, int count, double radius, const double* bias) {
  double least = state.mass[first];
  for (int k = 1; k < count; ++k) least = std::min(least, state.mass[first + k]);
  Vec3 moved = Vec3::Zero();
  for (int k = 0; k < count; ++k) moved[k] = state.lambda[first + k] - least * (velocityOf(state, first + k) + bias[k]);
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
      return relaxOneSided(state, row, u, joint.error, HUGE_VAL, sweep.joint, sweep.biased);
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
  constexpr std::array<double, 3> kNone{};
  for (const FrictionDisc& disc : problem.discs) {
    const double radius = disc.contact < 0 ? disc.limit * state.h / problem.h
                                           : disc.limit * state.lambda[problem.normalRow(disc.contact)];
    relaxDisc(state, problem.firstJointRow() + disc.first, disc.count, radius, kNone.data());
  }
}

bool isOnFixed(const ContactProblem& problem, const ContactPoint& place) {
  const auto moves = [&](int body) { return isMovable(problem.inv_mass[body]); };
  return !moves(place.a) || !moves(place.b);
}

// A pair's contacts, from `first` to before `end`: what keeps them apart, then friction.
void relaxPair(const ContactProblem& problem, const TgsSoftParams& params, const Sweep& sweep, int first, int end,
               SubstepState& state) {
  const Softness& soft = isOnFixed(problem, problem.contact_points[first]) ? sweep.on_fixed : sweep.contact;
  for (int c = first; c < end; ++c) {
    const int n = problem.normalRow(c);
    const double gap = problem.gap[c] + state.rows[n].times(state.way);
    relaxOneSided(state, n, velocityOf(state, n), gap, params.push_speed, soft, sweep.biased);
  }
  for (int c = first; c < end; ++c) {
    const int n = problem.normalRow(c);
    const double bias[] = {problem.surfaceOf(n + 1), problem.dim == 3 ? problem.surfaceOf(n + 2) : 0.0};
    relaxDisc(state, n + 1, problem.dim - 1, problem.mu[c] * state.lambda[n], bias);
  }
}

void relaxContacts(const ContactProblem& problem, const TgsSoftParams& params, const Sweep& sweep,
                   SubstepState& state) {
  const auto& places = problem.contact_points;
  for (std::size_t first = 0, end = 0; first < places.size(); first = end) {
    while (end < places.size() && places[end].a == places[first].a && places[end].b == places[first].b) ++end;
    relaxPair(problem, params, sweep, static_cast<int>(first), static_cast<int>(end), state);
  }
}

void relaxAll(const ContactProblem& problem, const TgsSoftParams& params, const Sweep& sweep, SubstepState& state) {
  relaxJoints(problem, sweep, state);
  relaxContacts(problem, params, sweep, state);
  relaxDiscs(problem, state);
}

// Contacts that have borne something and came fast leave with e times that speed.
void bounce(const ContactProblem& problem, const TgsSoftParams& params, SubstepState& state) {
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const double before = state.rows[n].times(problem.v_before);
    if (!(problem.restitution[c] > 0.0) || before > -params.restitution_threshold || state.total[n] == 0.0) continue;
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
                 SubstepState& state) {
  beginSubsteps(world, problem, params.substeps, start, state);
  const double contact_hertz = std::min(params.contact_hertz, 0.25 / state.h);
  const double joint_hertz = std::min(params.joint_hertz, 0.125 / state.h);
  Sweep sweep{softness(contact_hertz, params.contact_damping, state.h),
              softness(2.0 * contact_hertz, params.contact_damping, state.h),
              softness(joint_hertz, params.joint_damping, state.h), true};
  for (int substep = 0; substep < params.substeps; ++substep) {
    state.v += state.gain / params.substeps;
    pullSprings(world, problem, state);
    for (int row = 0; row < problem.rows(); ++row) push(state, row, state.lambda[row]);
    sweep.biased = true;
    relaxAll(problem, params, sweep, state);
    moveOn(world, problem, state);
    sweep.biased = false;
    relaxAll(problem, params, sweep, state);
    state.total += state.lambda;
  }
  bounce(problem, params, state);
  forgetIdleSprings(problem, state);
}

}  // namespace keystone
