#include "problem/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/parallel.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

// Projection of (n, t) on the cone |t| <= mu n.
Vec3 projectCone(const Vec3& x, double mu) {
  const Vec2 t = x.tail<2>();
  const double size = t.norm();
  if (x[0] >= 0.0 && size <= mu * x[0]) return x;
  if (mu * size <= -x[0]) return Vec3::Zero();
  const double n = (x[0] + mu * size) / (1.0 + mu * mu);
  return {n, mu * n * t[0] / size, mu * n * t[1] / size};
}

Vec3 coneDefect(const Vec3& lambda, const Vec3& u, double mu, double rho) {
  const Vec3 u_hat(u[0] + mu * u.tail<2>().norm(), u[1], u[2]);
  return lambda - projectCone(lambda - rho * u_hat, mu);
}

Vec3 boxDefect(const Vec3& lambda, const Vec3& u, double mu, double rho) {
  const Vec3 moved = lambda - rho * u;
  const double bound = mu * std::max(lambda[0], 0.0);
  return lambda -
         Vec3(std::max(moved[0], 0.0), std::clamp(moved[1], -bound, bound), std::clamp(moved[2], -bound, bound));
}

// `step` is rho u.
double jointDefect(const ContactProblem& problem, int row, double lambda, double step) {
  if (problem.isBilateral(row)) return step;  // without the rounding of lambda - (lambda - step)
  return lambda - std::clamp(lambda - step, problem.lower(row), problem.upper(row));
}

double largestEigenvalue(const Mat3& block) {
  // In closed form: ten times faster than the iteration, and rho need not be known to the last digits.
  return Eigen::SelfAdjointEigenSolver<Mat3>().computeDirect(block, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

double frictionAngle(const Vec3& lambda, const Vec3& u, double smallest_impulse, double smallest_speed) {
  const Vec2 friction = lambda.tail<2>();
  const Vec2 slip = u.tail<2>();
  if (friction.norm() <= smallest_impulse || slip.norm() <= smallest_speed) return 0.0;
  const double cosine = -friction.dot(slip) / (friction.norm() * slip.norm());
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
}

// `scale` of impulses and `speed` of velocities are the problem's.
Residual measureContact(const ContactProblem& problem, int contact, const Mat3& block, const VecX& lambda,
                        const VecX& u, FrictionLaw law, double scale, double speed) {
  Vec3 impulse = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  impulse.head(problem.dim) = lambda.segment(problem.normalRow(contact), problem.dim);
  velocity.head(problem.dim) = u.segment(problem.normalRow(contact), problem.dim);
  const double mu = problem.dim > 1 ? problem.mu[contact] : 0.0;
  const double eigenvalue = largestEigenvalue(block);
  const double rho = eigenvalue > 0.0 ? 1.0 / eigenvalue : 0.0;
  const bool cone = law == FrictionLaw::Cone;
  const Vec3 defect = cone ? coneDefect(impulse, velocity, mu, rho) : boxDefect(impulse, velocity, mu, rho);
  const double bearing = cone ? impulse.tail<2>().norm() : impulse.tail<2>().lpNorm<Eigen::Infinity>();
  Residual result;
  result.value = defect.lpNorm<Eigen::Infinity>();
  result.approach_speed = -velocity[0];
  result.cone_violation = bearing - mu * std::max(impulse[0], 0.0);
  // Directions below a millionth of the problem's size are rounding, not friction.
  result.friction_angle_deg = frictionAngle(impulse, velocity, 1e-6 * scale, 1e-6 * speed);
  return result;
}

void takeWorst(const Residual& part, Residual& worst) {
  worst.value = std::max(worst.value, part.value);
  worst.approach_speed = std::max(worst.approach_speed, part.approach_speed);
  worst.cone_violation = std::max(worst.cone_violation, part.cone_violation);
  worst.friction_angle_deg = std::max(worst.friction_angle_deg, part.friction_angle_deg);
}

constexpr int kContactsAtOnce = 512;  // of a parallel loop

}  // namespace

Residual measure(const ContactProblem& problem, const VecX& lambda, FrictionLaw law) {
  Residual result;
  if (problem.rows() == 0) return result;
  const VecX u = relativeVelocity(problem, lambda);
  if (!lambda.allFinite() || !u.allFinite()) {
    result.value = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  const std::vector<Mat3> blocks = contactBlocks(problem);
  const VecX diagonal = delassusDiagonal(problem, blocks);
  double scale = lambda.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < problem.rows(); ++i)
    if (diagonal[i] > 0.0) scale = std::max(scale, std::abs(problem.q[i]) / diagonal[i]);
  const double speed = problem.q.lpNorm<Eigen::Infinity>();

  std::vector<Residual> worst(static_cast<std::size_t>(problem.contacts / kContactsAtOnce) + 1);
  parallelFor(static_cast<int>(worst.size()), 1, [&](int begin, int end) {
    for (int part = begin; part < end; ++part)
      for (int c = part * kContactsAtOnce; c < std::min((part + 1) * kContactsAtOnce, problem.contacts); ++c)
        takeWorst(measureContact(problem, c, blocks[static_cast<std::size_t>(c)], lambda, u, law, scale, speed),
                  worst[static_cast<std::size_t>(part)]);
  });
  for (const Residual& part : worst) takeWorst(part, result);
  for (int i = problem.firstJointRow(); i < problem.rows(); ++i)
    if (diagonal[i] > 0.0)
      result.value = std::max(result.value, std::abs(jointDefect(problem, i, lambda[i], u[i] / diagonal[i])));
  result.value = scale > 0.0 ? result.value / scale : 0.0;
  return result;
}

}  // namespace keystone
