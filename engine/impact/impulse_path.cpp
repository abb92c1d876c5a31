// The normal impulse p takes the place of time: du/dp = W d, with d = (1, -mu s) while the contact slides along s, and
// d = (1, -W_tt^-1 W_tn) while it sticks, as long as friction can hold that (routh1905; stronge2000, chapter 4;
// mirtich1996thesis, chapter 3). Compression ends where u_n = 0. Restitution ends
//   - by Poisson's law where p = (1 + e) p_c, with p_c the impulse of compression;
//   - by Stronge's law where its normal work is e^2 times that of compression;
//   - by both where all the work of the impulses would become positive, and where bodies would approach again, which
//     is another impact. Neither happens in the plane.
// Where the direction of sliding stays, in the plane and for balls, the path is made of straight parts, and exact.
// Elsewhere it is followed by the midpoint rule in steps that turn the sliding by kTurn at most. Friction then does
// negative work exactly; the direction of sliding is right to kTurn^2.
#include "impact/impulse_path.h"

#include <algorithm>
#include <cmath>

#include "collide/sweep.h"
#include "math/rounding.h"

namespace keystone {
namespace {

constexpr double kTurn = 0.01;      // [rad], of the sliding in one step where it turns
constexpr int kMostSteps = 100000;  // a sliding that turns and comes to rest takes some thousands

class ImpulsePath {
 public:
  ImpulsePath(RestitutionLaw law, const ImpactPoint& point)
      : law_(law), point_(point), u_(point.u), W_(point.W), still_(kManyRoundings * point.u.norm()) {}

  PathEnd follow() {
    go([this](const Vec3& d) { return toStop(d); });
    const double compression = lambda_[0];
    if (!(point_.e > 0.0)) return {lambda_};
    end_impulse_ = (1.0 + point_.e) * compression;
    end_work_ = -point_.e * point_.e * normal_work_ + normal_work_;
    bool reduced = false;
    go([&](const Vec3& d) {
      const double by_law = std::min(toEnd(d), toApproach(d)), lossless = toGain(d);
      reduced = by_law - lossless > kNegligible * compression;
      return std::min(by_law, lossless);
    });
    return {lambda_, reduced};
  }

 private:
  // Follows the path until `left` says that nothing is: the impulse to the end of the phase along a direction.
  template <class Left>
  void go(const Left& left) {
    for (int step = 0; step < kMostSteps; ++step) {
      const double slip = u_.tail<2>().norm();
      const bool slides = slip > still_;
      Vec3 d = slides ? slidingAlong(u_.tail<2>() / slip) : fromRest();
      const Vec2 change = (W_ * d).tail<2>();
      bool stops = false;
      double dp = kInfinity;
      if (slides && change.norm() > 0.0) {
        const Vec2 way = u_.tail<2>() / slip;
        const bool straight = std::abs(way.x() * change.y() - way.y() * change.x()) <= kManyRoundings * change.norm();
        if (straight) {
          stops = way.dot(change) < 0.0;
          if (stops) dp = slip / change.norm();
        } else {
          dp = kTurn * slip / change.norm();
        }
        if (!straight) d = midway(std::min(dp, left(d)));
      }
      const double rest = left(d);
      if (rest <= dp) return advance(d, rest);
      advance(d, dp);
      if (stops) u_.tail<2>().setZero();
    }
  }

  Vec3 slidingAlong(const Vec2& s) const { return {1.0, -point_.mu_dynamic * s.x(), -point_.mu_dynamic * s.y()}; }

  // Friction against the mean of the sliding before and after dp.
  Vec3 midway(double dp) const {
    Vec2 s = u_.tail<2>().normalized();
    for (int n = 0; n < 20; ++n) {  // each brings two more digits
      const Vec2 mean = u_.tail<2>() + 0.5 * dp * (W_ * slidingAlong(s)).tail<2>();
      const Vec2 next = mean.normalized();
      const bool same = (next - s).norm() < 1e-15;
      s = next;
      if (same) break;
    }
    return slidingAlong(s);
  }

  // Sticks where static friction can hold it; else the direction in which sliding begins and grows.
  Vec3 fromRest() const {
    const Vec2 w = W_.block<2, 1>(1, 0);
    const Eigen::Matrix2d block = W_.block<2, 2>(1, 1);
    const Vec2 holding = -block.ldlt().solve(w);
    if (holding.norm() <= point_.mu_static) return {1.0, holding.x(), holding.y()};
    if (point_.planar) return slidingAlong({w.x() > 0.0 ? 1.0 : -1.0, 0.0});
    // s along w - mu W_tt s. Seen from an angle before, that way lies ahead; from an angle after, it lies behind.
    const auto direction = [](double angle) { return Vec2(std::cos(angle), std::sin(angle)); };
    const auto way = [&](const Vec2& s) -> Vec2 { return w - point_.mu_dynamic * (block * s); };
    const auto isAhead = [&](double angle) {
      const Vec2 s = direction(angle), to = way(s);
      return s.x() * to.y() - s.y() * to.x() > 0.0;
    };
    constexpr int kSectors = 360;
    for (int k = 0; k < kSectors; ++k) {
      double low = 2.0 * M_PI * k / kSectors, high = 2.0 * M_PI * (k + 1) / kSectors;
      if (!isAhead(low) || isAhead(high) || direction(low).dot(way(direction(low))) <= 0.0) continue;
      for (double half = 0.5 * (low + high); low < half && half < high; half = 0.5 * (low + high))
        (isAhead(half) ? low : high) = half;
      return slidingAlong(direction(low));
    }
    return slidingAlong(w.normalized());  // where that is the direction itself
  }

  // Impulse [N s] along d until u_n = 0.
  double toStop(const Vec3& d) const {
    const double change = W_.row(0).dot(d);
    return u_[0] >= 0.0 ? 0.0 : change > 0.0 ? -u_[0] / change : kInfinity;
  }
  // ... until the law ends restitution.
  double toEnd(const Vec3& d) const {
    if (law_ == RestitutionLaw::Poisson) return std::max(0.0, end_impulse_ - lambda_[0]);
    const double left = end_work_ - normal_work_;
    return left > 0.0 ? timeToCover(left, u_[0], W_.row(0).dot(d)) : 0.0;
  }
  // ... until the bodies would approach again, which sliding that turns may bring about.
  double toApproach(const Vec3& d) const {
    const double change = W_.row(0).dot(d);
    return u_[0] > 0.0 && change < 0.0 ? -u_[0] / change : kInfinity;
  }
  // ... until the work of all impulses is zero again.
  double toGain(const Vec3& d) const {
    const double speed = d.dot(u_);
    return work_ < 0.0 ? timeToCover(-work_, speed, d.dot(W_ * d)) : speed > 0.0 ? 0.0 : kInfinity;
  }

  void advance(const Vec3& d, double dp) {
    const Vec3 change = W_ * d;
    normal_work_ += dp * (u_[0] + 0.5 * dp * change[0]);
    work_ += dp * d.dot(u_ + 0.5 * dp * change);
    lambda_ += dp * d;
    u_ += dp * change;
  }

  RestitutionLaw law_;
  const ImpactPoint point_;
  Vec3 u_;
  Mat3 W_;
  double still_;                           // [m/s]: what slides no faster sticks
  Vec3 lambda_ = Vec3::Zero();             // [N s]
  double normal_work_ = 0.0, work_ = 0.0;  // [J]
  double end_impulse_ = 0.0;               // [N s], Poisson
  double end_work_ = 0.0;                  // [J], Stronge
};

}  // namespace

ImpactPoint withoutIdleTangent(ImpactPoint point) {
  if (!point.planar) return point;
  point.u[2] = 0.0;
  point.W.row(2).setZero();
  point.W.col(2).setZero();
  point.W(2, 2) = point.W(1, 1);
  return point;
}

PathEnd followImpact(RestitutionLaw law, const ImpactPoint& point) {
  return ImpulsePath(law, withoutIdleTangent(point)).follow();
}

}  // namespace keystone
