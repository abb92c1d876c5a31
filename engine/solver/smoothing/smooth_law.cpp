#include "solver/smoothing/smooth_law.h"

#include <algorithm>
#include <cmath>

#include "math/simd_double4.h"

namespace keystone {
namespace {

constexpr int kRootSteps = 60;     // halvings of an interval to its rounding; Halley's steps are 1 to 3
constexpr double kSettled = 1e-5;  // change of a root after which the next one, its cube, is rounding

// The positive lambda with lambda - tau / lambda = y.
double normalImpulse(double y, double tau) {
  const double root = std::sqrt(y * y + 4.0 * tau);
  return y > 0.0 ? 0.5 * (y + root) : 2.0 * tau / (root - y);
}

// s in [0, radius) with s (1 + 2 tau / slack) = pull, slack = radius^2 - s^2. All zero without a radius.
struct Friction {
  SimdDouble4 size{}, slack{};
};

Friction frictionImpulses(SimdDouble4 pull, SimdDouble4 radius, double tau) {
  const Bits acts = radius > SimdDouble4{};
  if (whereTrue(acts) == 0) return {};
  // By e = 1 - s / radius, of which slack is made without cancelling: (p - 1 + e) e (2 - e) = kappa (1 - e).
  const SimdDouble4 safe = acts ? radius : broadcast(1.0);
  const SimdDouble4 kappa = 2.0 * tau / (safe * safe);
  const SimdDouble4 over = pull / safe - 1.0;
  SimdDouble4 low = larger(SimdDouble4{}, -over), high = broadcast(1.0);
  const SimdDouble4 root = squareRoot(over * over + 2.0 * kappa);
  SimdDouble4 e = smaller(larger(over > SimdDouble4{} ? kappa / (over + root) : 0.5 * (root - over), low), high);
  Bits settled = ~acts;
  for (int step = 0; step < kRootSteps && whereTrue(~settled) != 0; ++step) {
    const SimdDouble4 f = (over + e) * e * (2.0 - e) - kappa * (1.0 - e);
    high = f > SimdDouble4{} ? e : high;
    low = f > SimdDouble4{} ? low : e;
    const SimdDouble4 slope = e * (2.0 - e) + (over + e) * (2.0 - 2.0 * e) + kappa;
    const SimdDouble4 bend = 4.0 - 6.0 * e - 2.0 * over;
    SimdDouble4 next = e - 2.0 * f * slope / (2.0 * slope * slope - f * bend);  // Halley's step
    next = (next >= low) & (next <= high) ? next : 0.5 * (low + high);
    const Bits small = magnitude(next - e) <= kSettled * e;
    e = settled ? e : next;
    settled |= small;
  }
  return {onlyWhere(acts, radius * (1.0 - e)), onlyWhere(acts, radius * radius * e * (2.0 - e))};
}

// The rest of y beside the impulse is velocity: lambda = slack / (slack + 2 tau) y.
void share(double y, double slack, double tau, double& lambda, double& u) {
  lambda = slack / (slack + 2.0 * tau) * y;
  u = -2.0 * tau / (slack + 2.0 * tau) * y;
}

double slopeAlong(double size, double slack, double radius, double tau) {
  return radius > 0.0 ? slack * slack / (2.0 * tau * (radius * radius + size * size)) : 0.0;
}

// How much friction at its bound grows with the radius.
double growth(double size, double radius) {
  return radius > 0.0 ? 2.0 * size * radius / (radius * radius + size * size) : 0.0;
}

// Shares of the reach: of the way to the corner, of what a row is away from it, and of what friction and slip are.
constexpr double kToCorner = 0.95, kAway = 5.0, kFriction = 0.8;

// `size`: lambda + u.
double normalShare(double y, double size, double change, double root) {
  if ((y > 0.0) == (change > 0.0)) return std::abs(change) / (kAway * size);
  return std::abs(change) / (kToCorner * std::abs(y) + 2.0 * root);
}

using Vec1 = Eigen::Matrix<double, 1, 1>;
using Friction3 = Eigen::Ref<const VecX>;  // of one row to three

double frictionShare(const Friction3& y, const Friction3& u, const Friction3& change, double radius, double root) {
  const double base = root + radius, slip = u.norm(), pull = y.norm();
  if (pull <= radius) return change.lpNorm<Eigen::Infinity>() / (kFriction * (base + slip));
  const double outward = change.dot(y) / pull;
  const double across = std::sqrt(std::max(0.0, change.squaredNorm() - outward * outward));
  const double along =
      outward > 0.0 ? outward / (kAway * (base + slip)) : -outward / (kToCorner * slip + kFriction * base);
  return std::max(along, across / (kFriction * (base + slip)));
}

// A joint row's bounds: none; one, `at`, that keeps lambda on its side `sign`; or two, a radius about `at`.
struct Bounds {
  int count = 0;
  double at = 0.0, sign = 1.0, radius = 0.0;
};

Bounds boundsOf(const ConeRows& rows, int joint_row) {
  const double lower = rows.lower[joint_row], upper = rows.upper[joint_row];
  const bool below = lower > -ContactProblem::kUnbounded, above = upper < ContactProblem::kUnbounded;
  if (below && above) return {2, 0.5 * (lower + upper), 1.0, 0.5 * (upper - lower)};
  if (below) return {1, lower};
  return above ? Bounds{1, upper, -1.0} : Bounds{};
}

}  // namespace

SmoothLaw::SmoothLaw(const ConeRows& rows)
    : rows_(rows), frictions_each_(isCone() ? 1 : rows.dim - 1), frictions_(rows.rows()) {
  // Whole lanes; those that stand for nothing have no radius.
  const int count = frictionOfDisc(discs()), whole = (count + kSimdWidth - 1) / kSimdWidth * kSimdWidth;
  for (VecX* all : {&frictions_->pull, &frictions_->radius, &frictions_->size, &frictions_->slack}) all->setZero(whole);
}

void SmoothLaw::findFrictions() {
  Frictions& f = *frictions_;
  for (Eigen::Index at = 0; at < f.pull.size(); at += kSimdWidth) {
    const Friction four = frictionImpulses(load(f.pull.data() + at), load(f.radius.data() + at), tau);
    store(four.size, f.size.data() + at);
    store(four.slack, f.slack.data() + at);
  }
}

void SmoothLaw::evaluate(const VecX& y, VecX& lambda, VecX& u) {
  lambda.setZero(rows_.rows());
  u.setZero(rows_.rows());
  Frictions& f = *frictions_;
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c;
    if (rows_.scale[n] == 0.0) continue;  // nothing moves there: no impulse is found, none is needed
    lambda[n] = normalImpulse(y[n], tau);
    u[n] = tau / lambda[n];
    for (int k = 0; k < frictions_each_; ++k) {
      f.radius[frictionOf(c) + k] = rows_.mu[c] * lambda[n];
      f.pull[frictionOf(c) + k] = isCone() ? y.segment<2>(n + 1).norm() : std::abs(y[n + 1 + k]);
    }
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const Bounds bounds = boundsOf(rows_, k);
    f.radius[frictionOfJoint(k)] = bounds.radius;
    f.pull[frictionOfJoint(k)] = std::abs(y[rows_.firstJointRow() + k] - bounds.at);
  }
  for (int k = 0; k < discs(); ++k) {
    const FrictionDisc& disc = rows_.discs[k];
    f.radius[frictionOfDisc(k)] = rows_.radiusOf(disc, lambda);
    f.pull[frictionOfDisc(k)] = y.segment(rows_.firstJointRow() + disc.first, disc.count).norm();
  }
  findFrictions();
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c;
    if (rows_.scale[n] == 0.0) continue;
    for (int k = 0; k < rows_.dim - 1; ++k)
      share(y[n + 1 + k], f.slack[frictionOf(c) + (isCone() ? 0 : k)], tau, lambda[n + 1 + k], u[n + 1 + k]);
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const Bounds bounds = boundsOf(rows_, k);
    const double pull = y[row] - bounds.at;
    if (bounds.count == 2) {
      share(pull, f.slack[frictionOfJoint(k)], tau, lambda[row], u[row]);
      lambda[row] += bounds.at;
    } else if (bounds.count == 1) {
      const double slack = normalImpulse(bounds.sign * pull, tau);
      lambda[row] = bounds.at + bounds.sign * slack;
      u[row] = bounds.sign * tau / slack;
    } else {
      lambda[row] = pull / (1.0 + tau);
      u[row] = -tau * lambda[row];
    }
  }
  evaluateDiscs(y, lambda, u);
}

void SmoothLaw::evaluateDiscs(const VecX& y, VecX& lambda, VecX& u) const {
  for (int k = 0; k < discs(); ++k) {
    const FrictionDisc& disc = rows_.discs[k];
    for (int row = rows_.firstJointRow() + disc.first, end = row + disc.count; row < end; ++row)
      share(y[row], frictions_->slack[frictionOfDisc(k)], tau, lambda[row], u[row]);
  }
}

void SmoothLaw::discSlopes(const VecX& y, GeneralizedJacobian& S) const {
  const Frictions& f = *frictions_;
  for (int k = 0; k < discs(); ++k) {
    const FrictionDisc& disc = rows_.discs[k];
    S.joint_rows.segment(disc.first, disc.count).setZero();
    const double pull = f.pull[frictionOfDisc(k)], size = f.size[frictionOfDisc(k)];
    const double radius = f.radius[frictionOfDisc(k)], slack = f.slack[frictionOfDisc(k)];
    if (radius == 0.0) continue;
    S.diagonal = false;
    Vec3 along = Vec3::UnitX();
    if (pull > 0.0)
      along << y.segment(rows_.firstJointRow() + disc.first, disc.count) / pull, Vec3::Zero().head(3 - disc.count);
    const Mat3 parallel = along * along.transpose();
    GeneralizedJacobian::Disc& slope = S.discs[k];
    slope.own.topLeftCorner(disc.count, disc.count) =
        (slopeAlong(size, slack, radius, tau) * parallel + slack / (2.0 * tau) * (Mat3::Identity() - parallel))
            .topLeftCorner(disc.count, disc.count);
    if (disc.contact < 0) continue;
    S.symmetric = false;
    const double normal = normalImpulse(y[rows_.dim * disc.contact], tau);
    slope.by_normal = disc.limit * growth(size, radius) * normal * normal / tau * along;
  }
}

void SmoothLaw::slope(const VecX& y, GeneralizedJacobian& S) const {
  const int dim = rows_.dim;
  const Frictions& f = *frictions_;
  S.begin(rows_);
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    if (rows_.scale[n] == 0.0) continue;
    Eigen::Map<MatX> slope = S.contact(c);
    const double normal = normalImpulse(y[n], tau);
    slope(0, 0) = normal * normal / tau;
    const double mu = rows_.mu[c], radius = mu * normal;
    if (dim == 1 || radius == 0.0) continue;
    S.symmetric = S.diagonal = false;
    if (isCone()) {
      const double pull = f.pull[frictionOf(c)], size = f.size[frictionOf(c)], slack = f.slack[frictionOf(c)];
      const Vec2 along = pull > 0.0 ? Vec2(y.segment<2>(n + 1) / pull) : Vec2::UnitX();
      const Vec2 across(-along.y(), along.x());
      slope.col(0).tail<2>() = mu * growth(size, radius) * slope(0, 0) * along;
      slope.bottomRightCorner<2, 2>() = slopeAlong(size, slack, radius, tau) * along * along.transpose() +
                                        slack / (2.0 * tau) * across * across.transpose();
      continue;
    }
    for (int k = 1; k < dim; ++k) {
      const int at = frictionOf(c) + k - 1;
      slope(k, 0) = std::copysign(mu * growth(f.size[at], radius), y[n + k]) * slope(0, 0);
      slope(k, k) = slopeAlong(f.size[at], f.slack[at], radius, tau);
    }
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const Bounds bounds = boundsOf(rows_, k);
    const int at = frictionOfJoint(k);
    const double slack = normalImpulse(bounds.sign * (y[rows_.firstJointRow() + k] - bounds.at), tau);
    S.joint_rows[k] = bounds.count == 2   ? slopeAlong(f.size[at], f.slack[at], bounds.radius, tau)
                      : bounds.count == 1 ? slack * slack / tau
                                          : 1.0 / tau;
  }
  discSlopes(y, S);
}

void SmoothLaw::alongTau(const VecX& lambda, VecX& p) const {
  // At a contact all of the law is in proportion: impulses c times as large go with c times the tau.
  p = lambda;
  const Frictions& f = *frictions_;
  for (int k = 0; k < rows_.joint_rows; ++k) {
    double& along = p[rows_.firstJointRow() + k];
    const Bounds bounds = boundsOf(rows_, k);
    const int at = frictionOfJoint(k);
    along -= bounds.at;
    if (bounds.count == 0) along = -along;
    if (bounds.count == 2)
      along *= bounds.radius > 0.0 ? -f.slack[at] / (bounds.radius * bounds.radius + f.size[at] * f.size[at]) : 0.0;
  }
  for (int k = 0; k < discs(); ++k) {
    const FrictionDisc& disc = rows_.discs[k];
    const int at = frictionOfDisc(k), first = rows_.firstJointRow() + disc.first;
    const double radius = f.radius[at];
    const double fixed = radius > 0.0 ? -f.slack[at] / (radius * radius + f.size[at] * f.size[at]) : 0.0;
    p.segment(first, disc.count) = (disc.contact < 0 ? fixed : 1.0) * lambda.segment(first, disc.count);
  }
}

void SmoothLaw::shares(const VecX& y, const VecX& lambda, const VecX& u, const VecX& change, VecX& share) const {
  const int dim = rows_.dim;
  const double root = std::sqrt(tau);
  share.setZero(rows_.contacts + rows_.joint_rows + discs());
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    if (rows_.scale[n] == 0.0) continue;
    share[c] = normalShare(y[n], lambda[n] + u[n], change[n], root);
    const double radius = rows_.mu[c] * lambda[n];
    if (dim == 1 || radius == 0.0) continue;
    const int each = isCone() ? 2 : 1;
    for (int row = n + 1; row < n + dim; row += each)
      share[c] = std::max(
          share[c], frictionShare(y.segment(row, each), u.segment(row, each), change.segment(row, each), radius, root));
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const Bounds bounds = boundsOf(rows_, k);
    double& own = share[rows_.contacts + k];
    if (bounds.count == 2 && bounds.radius > 0.0)
      own = frictionShare(Vec1(y[row] - bounds.at), u.segment(row, 1), change.segment(row, 1), bounds.radius, root);
    if (bounds.count == 1)
      own = normalShare(bounds.sign * (y[row] - bounds.at), bounds.sign * (lambda[row] - bounds.at + u[row]),
                        bounds.sign * change[row], root);
  }
  for (int k = 0; k < discs(); ++k) {
    const auto [first, count] = rowsOfShare(rows_.contacts + rows_.joint_rows + k);
    if (const double radius = frictions_->radius[frictionOfDisc(k)]; radius > 0.0)
      share[rows_.contacts + rows_.joint_rows + k] =
          frictionShare(y.segment(first, count), u.segment(first, count), change.segment(first, count), radius, root);
  }
}

std::pair<int, int> SmoothLaw::rowsOfShare(int k) const {
  if (k < rows_.contacts) return {rows_.dim * k, rows_.dim};
  const int row = k - rows_.contacts;
  if (row < rows_.joint_rows) return {rows_.firstJointRow() + row, 1};
  const FrictionDisc& disc = rows_.discs[row - rows_.joint_rows];
  return {rows_.firstJointRow() + disc.first, disc.count};
}

}  // namespace keystone
