#include "step/penalty_forces.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numbers>

#include "math/scratch_pool.h"
#include "world/world.h"

namespace keystone {
namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;

// A linear system of stiffness K and damping D is stable in substeps of h while h^2 K + 2 h D < 4 M (see
// penalty_stepper.cpp); a quarter is left for contacts that come and go and joints that turn meanwhile.
constexpr double kMostStiff = 3.0;

bool isFriction(const ContactProblem& problem, int row) {
  return problem.isTangent(row) || problem.isOnDisc(row) ||
         (problem.isJoint(row) && problem.lower(row) > -HUGE_VAL && problem.upper(row) < HUGE_VAL);
}

// Rows of the joints; those of the contacts' moments come after them.
bool isSpring(const ContactProblem& problem, const SubstepState& sub, int row) {
  const auto joint = static_cast<std::size_t>(row - problem.firstJointRow());
  return problem.isJoint(row) && joint < sub.joints.rows.size() && sub.joints.rows[joint].role == JointRowRole::Spring;
}

// Rows that share one bound of friction share the mass of the lighter one, so that no direction is preferred.
void shareMass(int first, int count, VecX& mass) {
  mass.segment(first, count).setConstant(mass.segment(first, count).minCoeff());
}

void setSpring(int row, double hertz, double damping, PenaltyState& state) {
  const double angle = 2.0 * std::numbers::pi * hertz * state.sub.h;  // [rad] of the row's swing in a substep
  state.stiff[row] = angle * angle * state.sub.mass[row];
  state.damp[row] = 2.0 * damping * angle * state.sub.mass[row];
}

void setSprings(const ContactProblem& problem, const PenaltyParams& params, PenaltyState& state) {
  VecX& mass = state.sub.mass;
  for (int c = 0; c < problem.contacts; ++c)
    if (problem.dim > 1) shareMass(problem.normalRow(c) + 1, problem.dim - 1, mass);
  for (const FrictionDisc& disc : problem.discs) shareMass(problem.firstJointRow() + disc.first, disc.count, mass);
  state.stiff.setZero(problem.rows());
  state.damp.setZero(problem.rows());
  double last_e = 0.0, last_damping = params.damping;  // most contacts have one and the same restitution
  for (int row = 0; row < problem.rows(); ++row) {
    if (isSpring(problem, state.sub, row)) continue;  // has a stiffness and damping of its own
    if (problem.isNormal(row)) {
      if (const double e = problem.restitution[problem.contactOf(row)]; e != last_e) {
        last_e = e;
        last_damping = e > 0.0 ? dampingRatioOf(e) : params.damping;
      }
      setSpring(row, params.hertz, last_damping, state);
    } else if (isFriction(problem, row)) {
      setSpring(row, params.stick_hertz, params.damping, state);
    } else {
      setSpring(row, params.joint_hertz, params.damping, state);
    }
  }
}

Mat3 root(const Mat3& positive) {
  const Eigen::SelfAdjointEigenSolver<Mat3> of(positive);
  return of.eigenvectors() * of.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal() * of.eigenvectors().transpose();
}

// The sums over a body's rows of h^2 k j j^T and of 2 h d j j^T in the metric of its mass.
struct BodyStiffness {
  Mat6 stiff = Mat6::Zero(), damp = Mat6::Zero();
};

// A row of two bodies counts at each over its share w of W_ii, by |a + b|^2 <= |a|^2 / w + |b|^2 / (1 - w), so that the
// bodies' sums bound the whole.
void sumStiffness(const ContactProblem& problem, const PenaltyState& state, std::vector<BodyStiffness>& sums) {
  sums.assign(problem.inv_mass.size(), {});
  for (int row = 0; row < problem.rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    const PairRow& on = state.sub.rows[at];
    std::array<double, 2> mobility{};
    for (std::size_t end = 0; end < 2; ++end) mobility[end] = on.j[end].dot(state.sub.weighted[at][end]);
    for (std::size_t end = 0; end < 2; ++end) {
      if (!(mobility[end] > 0.0)) continue;
      BodyStiffness& sum = sums[on.body[end]];
      const Mat6 way = (mobility[0] + mobility[1]) / mobility[end] * on.j[end] * on.j[end].transpose();
      sum.stiff += state.stiff[row] * way;
      sum.damp += 2.0 * state.damp[row] * way;
    }
  }
}

// At most the largest eigenvalue over the body's mass, `half` the root of its inverse; exact where it matters.
double largestOf(const Mat6& half, const Mat6& sum) {
  const Mat6 scaled = half * sum * half;
  if (scaled.trace() <= 0.5 * kMostStiff) return scaled.trace();
  return Eigen::SelfAdjointEigenSolver<Mat6>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[5];
}

// By how much a body's rows have to be slower, so that share^2 stiff + share damp is at most kMostStiff.
double shareOf(const InverseMass& inverse, const BodyStiffness& sum) {
  Mat6 half = Mat6::Zero();
  half.topLeftCorner<3, 3>() = inverse.linear.cwiseSqrt().asDiagonal();
  half.bottomRightCorner<3, 3>() = root(inverse.angular);
  const double stiff = largestOf(half, sum.stiff), damp = largestOf(half, sum.damp);
  if (stiff + damp <= kMostStiff) return 1.0;
  return 2.0 * kMostStiff / (damp + std::sqrt(damp * damp + 4.0 * stiff * kMostStiff));
}

// No body's rows are faster together than its substeps resolve. Rows become slower at the same damping ratio.
void slowWhatSubstepsCannotResolve(const ContactProblem& problem, PenaltyState& state) {
  const Scratch<std::vector<BodyStiffness>> sums;
  sumStiffness(problem, state, *sums);
  state.share.setOnes(static_cast<Eigen::Index>(sums->size()));
  for (std::size_t b = 0; b < sums->size(); ++b)
    if (isMovable(problem.inv_mass[b]))
      state.share[static_cast<Eigen::Index>(b)] = shareOf(problem.inv_mass[b], (*sums)[b]);
  state.slowed = 0;
  state.least_share = 1.0;
  for (int row = 0; row < problem.rows(); ++row) {
    double share = 1.0;
    for (const int body : state.sub.rows[row].body)
      if (body >= 0) share = std::min(share, state.share[body]);
    state.stiff[row] *= share * share;
    state.damp[row] *= share;
    state.slowed += share < 1.0 ? 1 : 0;
    state.least_share = std::min(state.least_share, share);
  }
}

// A spring that pushes alone.
double pushOf(const PenaltyState& state, int row, double error, double u) {
  if (error >= 0.0) return 0.0;
  return std::max(0.0, -state.stiff[row] / state.sub.h * error - state.damp[row] * u);
}

// Springs that slide where they and their dampers would push by more than `most` [N s]. u: [count], how fast they are
// drawn out.
void stick(PenaltyState& state, int first, int count, double most, const Vec3& u) {
  Vec3 elastic = Vec3::Zero(), impulse = Vec3::Zero();
  for (int k = 0; k < count; ++k) elastic[k] = state.elastic[first + k] - state.stiff[first + k] * u[k];
  if (const double size = elastic.norm(); size > most) elastic *= most / size;
  for (int k = 0; k < count; ++k) impulse[k] = elastic[k] - state.damp[first + k] * u[k];
  if (const double size = impulse.norm(); size > most) impulse *= most / size;
  for (int k = 0; k < count; ++k) {
    state.elastic[first + k] = elastic[k];
    state.sub.lambda[first + k] = impulse[k];
  }
}

void pushContacts(const ContactProblem& problem, PenaltyState& state) {
  SubstepState& sub = state.sub;
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const double gap = problem.gap[c] + sub.rows[n].times(sub.way);
    sub.lambda[n] = pushOf(state, n, gap, velocityOf(sub, n));
    Vec3 u = Vec3::Zero();
    for (int k = 0; k + 1 < problem.dim; ++k) u[k] = velocityOf(sub, n + 1 + k) + problem.surfaceOf(n + 1 + k);
    stick(state, n + 1, problem.dim - 1, problem.mu[c] * sub.lambda[n], u);
  }
}

void pushJoints(const ContactProblem& problem, PenaltyState& state) {
  SubstepState& sub = state.sub;
  for (int i = 0; i < static_cast<int>(sub.joints.rows.size()); ++i) {
    const JointRow& joint = sub.joints.rows[i];
    const int row = problem.firstJointRow() + i;
    if (problem.isOnDisc(row)) continue;
    const double u = jointVelocityOf(sub, row);
    if (joint.role == JointRowRole::Spring) {
      sub.lambda[row] = 0.0;  // relaxSpring
    } else if (joint.role == JointRowRole::Equality) {
      sub.lambda[row] = -state.stiff[row] / sub.h * joint.error - state.damp[row] * u;
    } else if (joint.role == JointRowRole::Limit) {
      sub.lambda[row] = pushOf(state, row, joint.error, u);
    } else {
      const double wanted = joint.role == JointRowRole::Motor ? joint.speed : 0.0;
      stick(state, row, 1, sub.h * joint.most, Vec3(u - wanted, 0.0, 0.0));
    }
  }
}

// Torsional, rolling and ball joints' friction.
void pushDiscs(const ContactProblem& problem, PenaltyState& state) {
  SubstepState& sub = state.sub;
  for (const FrictionDisc& disc : problem.discs) {
    const int first = problem.firstJointRow() + disc.first;
    Vec3 u = Vec3::Zero();
    for (int k = 0; k < disc.count; ++k) u[k] = velocityOf(sub, first + k) + problem.surfaceOf(first + k);
    const double most =
        disc.contact < 0 ? disc.limit * sub.h / problem.h : disc.limit * sub.lambda[problem.normalRow(disc.contact)];
    stick(state, first, disc.count, most, u);
  }
}

void begin(const World& world, const ContactProblem& problem, const PenaltyParams& params, const VecX& start,
           PenaltyState& state) {
  beginSubsteps(world, problem, params.substeps, start, 0, state.sub);
  setSprings(problem, params, state);
  slowWhatSubstepsCannotResolve(problem, state);
  state.elastic.setZero(problem.rows());
  for (int row = 0; row < problem.rows(); ++row)
    if (isFriction(problem, row)) state.elastic[row] = state.sub.lambda[row];
}

}  // namespace

double restitutionOf(double damping_ratio) {
  constexpr double kNear = 1e-6;  // of the limit exp(-2) at 1, an error of kNear
  const double off = damping_ratio * damping_ratio - 1.0;
  if (std::abs(off) < kNear) return std::exp(-2.0);
  const double angle = off < 0.0 ? std::acos(damping_ratio) : std::acosh(damping_ratio);
  return std::exp(-2.0 * damping_ratio * angle / std::sqrt(std::abs(off)));
}

double dampingRatioOf(double restitution) {
  double low = 0.0, high = 1.0;
  while (restitutionOf(high) > restitution && high < 1e6) high *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (restitutionOf(middle) > restitution ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

void runPenaltySubsteps(const World& world, const ContactProblem& problem, const PenaltyParams& params,
                        const VecX& start, PenaltyState& state) {
  begin(world, problem, params, start, state);
  SubstepState& sub = state.sub;
  for (int substep = 0; substep < params.substeps; ++substep) {
    pushContacts(problem, state);
    pushJoints(problem, state);
    pushDiscs(problem, state);
    pullSprings(world, problem, sub);
    sub.v += sub.gain / params.substeps;
    for (int row = 0; row < problem.rows(); ++row) push(sub, row, sub.lambda[row]);
    for (int i = 0; i < problem.joint_rows; ++i)
      if (isSpring(problem, sub, problem.firstJointRow() + i)) relaxSpring(problem, i, sub);
    sub.total += sub.lambda;
    moveOn(world, problem, sub);
  }
  forgetIdleSprings(problem, sub);
}

}  // namespace keystone
