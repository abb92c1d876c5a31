#include "solver/one_contact/one_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rounding.h"

namespace keystone {
namespace {

constexpr int kSteps = 200;  // each halves the excess or the bounds

}  // namespace

// The contact with u_n = 0, in the axes of S: lambda_n = free - slope . lambda_t, u_t = S lambda_t + b.
struct OneContact::Tangents {
  const Vec2 &S, &slope;
  double free;  // [N s], without friction
  Vec2 b;       // [m/s]

  // Friction that slides with u_t = -alpha lambda_t, and how it changes with alpha.
  Vec2 friction(double alpha) const {
    return {b[0] != 0.0 ? -b[0] / (S[0] + alpha) : 0.0, b[1] != 0.0 ? -b[1] / (S[1] + alpha) : 0.0};
  }
  double normal(const Vec2& t) const { return free - slope.dot(t); }
  // |lambda_t| - mu lambda_n: above zero where friction is more than the contact bears.
  double excess(double mu, const Vec2& t) const { return t.norm() - mu * normal(t); }
  // Newton's step on 1 / |lambda_t| = 1 / (mu lambda_n), both sides of which are nearly linear in alpha.
  double newton(double mu, double alpha, const Vec2& t) const {
    const Vec2 change(-t[0] / (S[0] + alpha), -t[1] / (S[1] + alpha));
    const double size = t.norm(), bound = mu * normal(t);
    const double miss = 1.0 / size - 1.0 / bound;
    return alpha + miss / (t.dot(change) / (size * size * size) + mu * slope.dot(change) / (bound * bound));
  }
};

OneContact::OneContact(const Mat3& W, int dim)
    : has_tangents_(dim > 1), nn_(W(0, 0)), inert_(kInert * W.trace()), w_(W.block<2, 1>(1, 0)) {
  if (!has_tangents_) return;
  const Eigen::Matrix2d S = W.bottomRightCorner<2, 2>() - w_ * w_.transpose() / nn_;
  const double half = 0.5 * (S(0, 0) - S(1, 1)), mean = 0.5 * (S(0, 0) + S(1, 1));
  const double turn = 0.5 * std::atan2(S(0, 1), half), c = std::cos(turn), s = std::sin(turn);
  axes_ << c, -s, s, c;
  const double apart = std::hypot(half, S(0, 1));
  S_ = Vec2(mean + apart, mean - apart).unaryExpr([&](double x) { return x > inert_ ? x : 0.0; });
  slope_ = axes_.transpose() * w_ / nn_;
}

Vec3 OneContact::solve(const Vec3& q, double mu) const {
  if (!(q[0] < 0.0)) return Vec3::Zero();
  const double free = -q[0] / nn_;
  if (!has_tangents_ || mu == 0.0) return {free, 0.0, 0.0};
  Tangents tangents{S_, slope_, free, axes_.transpose() * (q.tail<2>() + w_ * free)};
  const double still = kInert * (q.norm() + w_.norm() * free);
  for (int k = 0; k < 2; ++k)
    if (S_[k] == 0.0 && std::abs(tangents.b[k]) <= still) tangents.b[k] = 0.0;
  const auto isHeld = [&](int k) { return S_[k] > 0.0 || tangents.b[k] == 0.0; };
  Vec2 t = tangents.friction(0.0);
  double n = tangents.normal(t);
  if (!isHeld(0) || !isHeld(1) || t.norm() > mu * n) {
    t = tangents.friction(slidingAlpha(tangents, mu));
    n = tangents.normal(t);
    const double size = t.norm();
    if (size > 0.0) t *= mu * n / size;  // onto the cone, to the last digit
  }
  const Vec2 turned = axes_ * t;
  return {n, turned[0], turned[1]};
}

// alpha > 0 with |lambda_t| = mu lambda_n: the excess is above zero near 0 and below for large alpha.
double OneContact::slidingAlpha(const Tangents& tangents, double mu) const {
  using Limits = std::numeric_limits<double>;
  double low = 0.0, high = std::max(tangents.b.norm() / (mu * tangents.free), Limits::min());  // never zero: it doubles
  while (tangents.excess(mu, tangents.friction(high)) > 0.0 && high < Limits::max()) {
    low = high;
    high *= 2.0;
  }
  double alpha = high, before = Limits::infinity();
  for (int n = 0; n < kSteps; ++n) {
    const Vec2 t = tangents.friction(alpha);
    const double excess = tangents.excess(mu, t);
    (excess > 0.0 ? low : high) = alpha;
    double next = tangents.newton(mu, alpha, t);
    if (!(next > low && next < high) || std::abs(excess) > 0.5 * before) next = 0.5 * (low + high);
    before = std::abs(excess);
    if (std::abs(next - alpha) <= Limits::epsilon() * alpha || next == low || next == high) break;
    alpha = next;
  }
  return alpha;
}

}  // namespace keystone
