#include "solver/smoothing/smooth_law.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr int kRootSteps = 60;     // halvings of an interval to its rounding; Halley's steps are 1 to 3
constexpr double kSettled = 1e-5;  // change of a root after which the next one, its cube, is rounding

// The positive lambda with lambda - tau / lambda = y.
double normalImpulse(double y, double tau) {
  const double root = std::sqrt(y * y + 4.0 * tau);
  return y > 0.0 ? 0.5 * (y + root) : 2.0 * tau / (root - y);
}

// s in [0, radius) with s (1 + 2 tau / room) = pull, room = radius^2 - s^2. All zero without a radius.
struct Friction {
  double size = 0.0, room = 0.0;
};

Friction frictionImpulse(double pull, double radius, double tau) {
  if (!(radius > 0.0)) return {};
  // By e = 1 - s / radius, of which room is made without cancelling: (p - 1 + e) e (2 - e) = kappa (1 - e).
  const double kappa = 2.0 * tau / (radius * radius);
  const double over = pull / radius - 1.0;
  double low = std::max(0.0, -over), high = 1.0;
  const double root = std::sqrt(over * over + 2.0 * kappa);
  double e = std::clamp(over > 0.0 ? kappa / (over + root) : 0.5 * (root - over), low, high);
  for (int step = 0; step < kRootSteps; ++step) {
    const double f = (over + e) * e * (2.0 - e) - kappa * (1.0 - e);
    (f > 0.0 ? high : low) = e;
    const double slope = e * (2.0 - e) + (over + e) * (2.0 - 2.0 * e) + kappa;
    const double bend = 4.0 - 6.0 * e - 2.0 * over;
    double next = e - 2.0 * f * slope / (2.0 * slope * slope - f * bend);  // Halley's step
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const bool settled = std::abs(next - e) <= kSettled * e;
    e = next;
    if (settled) break;
  }
  return {radius * (1.0 - e), radius * radius * e * (2.0 - e)};
}

// The rest of y beside the impulse is velocity: lambda = room / (room + 2 tau) y.
void share(double y, const Friction& friction, double tau, double& lambda, double& u) {
  lambda = friction.room / (friction.room + 2.0 * tau) * y;
  u = -2.0 * tau / (friction.room + 2.0 * tau) * y;
}

double slopeAlong(const Friction& f, double radius, double tau) {
  return radius > 0.0 ? f.room * f.room / (2.0 * tau * (radius * radius + f.size * f.size)) : 0.0;
}

// How much friction at its bound grows with the radius.
double growth(const Friction& f, double radius) {
  return radius > 0.0 ? 2.0 * f.size * radius / (radius * radius + f.size * f.size) : 0.0;
}

bool isBelow(double bound) {
  return bound > -ContactProblem::kUnbounded;
}
bool isAbove(double bound) {
  return bound < ContactProblem::kUnbounded;
}

}  // namespace

void SmoothLaw::evaluate(const VecX& y, VecX& lambda, VecX& u) const {
  lambda.setZero(rows_.rows());
  u.setZero(rows_.rows());
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c;
    if (rows_.scale[n] == 0.0) continue;  // nothing moves there: no impulse is found, none is needed
    lambda[n] = normalImpulse(y[n], tau);
    u[n] = tau / lambda[n];
    const double radius = rows_.mu[c] * lambda[n];
    if (rows_.dim == 3 && rows_.law == FrictionLaw::Cone) {
      const Friction friction = frictionImpulse(y.segment<2>(n + 1).norm(), radius, tau);
      for (const int row : {n + 1, n + 2}) share(y[row], friction, tau, lambda[row], u[row]);
      continue;
    }
    for (int row = n + 1; row < n + rows_.dim; ++row)
      share(y[row], frictionImpulse(std::abs(y[row]), radius, tau), tau, lambda[row], u[row]);
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const double lower = rows_.lower[k], upper = rows_.upper[k];
    if (isBelow(lower) && isAbove(upper)) {
      const double middle = 0.5 * (lower + upper);
      const double pull = y[row] - middle;
      share(pull, frictionImpulse(std::abs(pull), 0.5 * (upper - lower), tau), tau, lambda[row], u[row]);
      lambda[row] += middle;
    } else if (isBelow(lower)) {
      const double room = normalImpulse(y[row] - lower, tau);
      lambda[row] = lower + room;
      u[row] = tau / room;
    } else if (isAbove(upper)) {
      const double room = normalImpulse(upper - y[row], tau);
      lambda[row] = upper - room;
      u[row] = -tau / room;
    } else {
      lambda[row] = y[row] / (1.0 + tau);
      u[row] = -tau * lambda[row];
    }
  }
}

void SmoothLaw::slope(const VecX& y, double coupling, LawSlope& S) const {
  const int dim = rows_.dim;
  S.symmetric = S.diagonal = true;
  S.contacts.assign(static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim * rows_.contacts), 0.0);
  S.joint_rows.setZero(rows_.joint_rows);
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    if (rows_.scale[n] == 0.0) continue;
    Eigen::Map<MatX> slope(S.contacts.data() + dim * dim * c, dim, dim);
    const double normal = normalImpulse(y[n], tau);
    slope(0, 0) = normal * normal / tau;
    const double mu = rows_.mu[c], radius = mu * normal;
    if (dim == 1 || radius == 0.0) continue;
    S.symmetric = S.diagonal = false;
    if (dim == 3 && rows_.law == FrictionLaw::Cone) {
      const double pull = y.segment<2>(n + 1).norm();
      const Friction friction = frictionImpulse(pull, radius, tau);
      const Vec2 along = pull > 0.0 ? Vec2(y.segment<2>(n + 1) / pull) : Vec2::UnitX();
      const Vec2 across(-along.y(), along.x());
      slope.col(0).tail<2>() = coupling * mu * growth(friction, radius) * slope(0, 0) * along;
      slope.bottomRightCorner<2, 2>() = slopeAlong(friction, radius, tau) * along * along.transpose() +
                                        friction.room / (2.0 * tau) * across * across.transpose();
      continue;
    }
    for (int k = 1; k < dim; ++k) {
      const Friction friction = frictionImpulse(std::abs(y[n + k]), radius, tau);
      slope(k, 0) = coupling * std::copysign(mu * growth(friction, radius), y[n + k]) * slope(0, 0);
      slope(k, k) = slopeAlong(friction, radius, tau);
    }
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const double lower = rows_.lower[k], upper = rows_.upper[k];
    if (isBelow(lower) && isAbove(upper)) {
      const double radius = 0.5 * (upper - lower);
      S.joint_rows[k] = slopeAlong(frictionImpulse(std::abs(y[row] - 0.5 * (lower + upper)), radius, tau), radius, tau);
    } else if (isBelow(lower) || isAbove(upper)) {
      const double room = normalImpulse(isBelow(lower) ? y[row] - lower : upper - y[row], tau);
      S.joint_rows[k] = room * room / tau;
    } else {
      S.joint_rows[k] = 1.0 / tau;
    }
  }
}

}  // namespace keystone
