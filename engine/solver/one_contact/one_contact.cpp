#include "solver/one_contact/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keystone {
namespace {

constexpr double kInert = 1e-14;  // of W's trace, of velocities: what rounding leaves of a tangent that nothing moves
constexpr int kSteps = 200;       // two of them halve the bounds at least, which meet long before

// The contact with u_n = 0: lambda_n = free - slope . lambda_t, u_t = S lambda_t + b, in the axes of S.
struct Closed {
  double free;  // [N s], without friction
  Vec2 slope;   // W_nt / W_nn
  Vec2 S;       // [1/kg], eigenvalues of the tangents' Schur complement
  Vec2 b;       // [m/s]
  Eigen::Matrix2d axes;

  // Friction that slides with u_t = -alpha lambda_t, and how it changes with alpha.
  Vec2 friction(double alpha) const {
    Vec2 t = Vec2::Zero();
    for (int k = 0; k < 2; ++k)
      if (b[k] != 0.0) t[k] = -b[k] / (S[k] + alpha);
    return t;
  }
  double normal(const Vec2& t) const { return free - slope.dot(t); }
  // |lambda_t| - mu lambda_n: above zero where friction is more than the contact bears.
  double excess(double mu, const Vec2& t) const { return t.norm() - mu * normal(t); }
  double excessSlope(double mu, double alpha, const Vec2& t) const {
    const Vec2 change = -t.cwiseQuotient((S.array() + alpha).matrix());
    return t.dot(change) / t.norm() + mu * slope.dot(change);
  }
};

Closed closed(const Mat3& W, const Vec3& q) {
  Closed at;
  const Vec2 w = W.block<2, 1>(1, 0);
  at.free = -q[0] / W(0, 0);
  const Eigen::Matrix2d S = W.bottomRightCorner<2, 2>() - w * w.transpose() / W(0, 0);
  const double half = 0.5 * (S(0, 0) - S(1, 1)), mean = 0.5 * (S(0, 0) + S(1, 1));
  const double turn = 0.5 * std::atan2(S(0, 1), half), c = std::cos(turn), s = std::sin(turn);
  at.axes << c, -s, s, c;
  at.S = Vec2(mean + std::hypot(half, S(0, 1)), mean - std::hypot(half, S(0, 1)));
  at.slope = at.axes.transpose() * w / W(0, 0);
  at.b = at.axes.transpose() * (q.tail<2>() + w * at.free);
  const double inert = kInert * W.trace(), still = kInert * (q.norm() + w.norm() * std::abs(at.free));
  for (int k = 0; k < 2; ++k) {
    if (at.S[k] > inert) continue;
    at.S[k] = 0.0;
    if (std::abs(at.b[k]) <= still) at.b[k] = 0.0;
  }
  return at;
}

// alpha > 0 with |lambda_t| = mu lambda_n: the excess is above zero near 0 and below for large alpha.
double slidingAlpha(const Closed& at, double mu) {
  using Limits = std::numeric_limits<double>;
  double low = 0.0, high = std::max(at.b.norm() / (mu * at.free), Limits::min());  // never zero: it is to double
  while (at.excess(mu, at.friction(high)) > 0.0 && high < Limits::max()) {
    low = high;
    high *= 2.0;
  }
  double alpha = high, width = high - low;
  for (int n = 0; n < kSteps; ++n) {
    const Vec2 t = at.friction(alpha);
    const double excess = at.excess(mu, t);
    (excess > 0.0 ? low : high) = alpha;
    double next = alpha - excess / at.excessSlope(mu, alpha, t);
    // From far to the left Newton's steps only double alpha.
    if (!(next > low && next < high) || high - low > 0.5 * width) next = 0.5 * (low + high);
    width = high - low;
    if (std::abs(next - alpha) <= Limits::epsilon() * alpha || next == low || next == high) break;
    alpha = next;
  }
  return alpha;
}

}  // namespace

Vec3 solveOneContact(const Mat3& W, const Vec3& q, double mu, int dim) {
  if (!(q[0] < 0.0)) return Vec3::Zero();
  if (dim == 1 || mu == 0.0) return {-q[0] / W(0, 0), 0.0, 0.0};
  const Closed at = closed(W, q);
  const auto isHeld = [&](int k) { return at.S[k] > 0.0 || at.b[k] == 0.0; };
  Vec2 t = at.friction(0.0);
  double n = at.normal(t);
  if (!isHeld(0) || !isHeld(1) || t.norm() > mu * n) {
    t = at.friction(slidingAlpha(at, mu));
    n = at.normal(t);
    const double size = t.norm();
    if (size > 0.0) t *= mu * n / size;  // onto the cone, to the last digit
  }
  const Vec2 turned = at.axes * t;
  return {n, turned[0], turned[1]};
}

}  // namespace keystone
