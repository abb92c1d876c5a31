#include "solver/smoothing/smoothing_path.h"

#include <array>
#include <cmath>
#include <utility>

#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kFirstTau = 1e-3, kFarthestTau = 0.2;
constexpr double kLastTau = 1e-9;
constexpr double kNear = 1.0;  // of sqrt(tau): as near as the path is followed

// What tau is multiplied by from one point of the path to the next.
constexpr double kShrink = 0.1, kMostShrink = 0.02, kLeastShrink = 0.97;
constexpr int kQuick = 2, kSlow = 5;  // steps to a point after which tau shrinks faster, or less

constexpr int kFirstSteps = 60;  // to the first point
constexpr int kSteps = 5;        // to the others
constexpr int kHalvings = 8;
// Steps with friction lagging behind, and what is kept of its coupling.
constexpr std::array kCouplings{0.9, 0.6};
constexpr int kLaggingSteps = 40;
constexpr int kLaggingHalvings = 6;
constexpr double kGrowth = 1.5;        // of the defect in one such step
constexpr double kAltogether = 100.0;  // and in all of them
constexpr int kPatience = 24;          // steps without a clearly smaller defect

}  // namespace

SmoothingPath::SmoothingPath(const ConeRows& rows, ConeSystem& system, const VecX& lambda, int& factorizations,
                             NewtonWatch watch)
    : rows_(rows),
      system_(system),
      factorizations_(factorizations),
      watch_(std::move(watch)),
      law_(rows),
      shrink_(kShrink) {
  law_.tau = kFirstTau;
  take(lambda - system_.product(lambda) - rows_.q);
}

void SmoothingPath::follow(int most, const PathPause& pause) {
  most_ = most;
  if (!hasBegun()) {
    is_over_ = !begin();
    if (is_over_ || (pause && pause(lambda_, u_))) return;
  }
  while (tau_ > kLastTau && shrink_ <= kLeastShrink && mayGoOn()) {
    law_.tau = shrink_ * tau_;
    take(kept_);
    if (!advance()) {
      shrink_ = std::sqrt(shrink_);
      continue;
    }
    kept_ = y_;
    tau_ = law_.tau;
    if (steps_ <= kQuick) shrink_ = std::max(shrink_ * shrink_, kMostShrink);
    if (steps_ >= kSlow) shrink_ = std::sqrt(shrink_);
    if (pause && pause(lambda_, u_)) break;
  }
  is_over_ = tau_ <= kLastTau || shrink_ > kLeastShrink;
  law_.tau = tau_;
  take(kept_);
}

// To the first point, from farther away where the nearest is not found.
bool SmoothingPath::begin() {
  const VecX start = y_;
  for (law_.tau = kFirstTau; law_.tau <= kFarthestTau; law_.tau *= 100.0) {
    take(start);
    if (!newton(kFirstSteps)) continue;
    kept_ = y_;
    tau_ = law_.tau;
    return true;
  }
  return false;
}

bool SmoothingPath::isNear() const {
  return defect_.lpNorm<Eigen::Infinity>() <= kNear * std::sqrt(law_.tau);
}

void SmoothingPath::take(const VecX& y) {
  y_ = y;
  law_.evaluate(y_, lambda_, u_);
  defect_ = u_ - system_.product(lambda_) - rows_.q;
}

// To the point of the path at the present tau: Newton's method, then steps that friction lags behind, from the same
// start.
bool SmoothingPath::advance() {
  if (newton(kSteps)) return true;
  for (const double coupling : kCouplings) {
    if (!mayGoOn()) return false;
    take(kept_);
    if (lagging(coupling)) return true;
  }
  return false;
}

bool SmoothingPath::newton(int steps) {
  for (steps_ = 0; steps_ < steps && mayGoOn(); ++steps_) {
    if (isNear()) return true;
    if (!direct(1.0)) return false;
    const bool moved = move(kHalvings, [](double share) { return 1.0 - 1e-3 * share; });
    show();
    if (!moved) return false;
  }
  return isNear();
}

bool SmoothingPath::lagging(double coupling) {
  const double start = defect_.norm();
  double best = start;
  int patience = kPatience;
  for (steps_ = 0; steps_ < kLaggingSteps && mayGoOn(); ++steps_) {
    if (isNear()) return true;
    if (!direct(coupling)) return false;
    move(kLaggingHalvings, [](double) { return kGrowth; });
    show();
    const double size = defect_.norm();
    if (size < 0.7 * best) {
      best = size;
      patience = kPatience;
    }
    if (!(size < kAltogether * start) || --patience < 0) return false;
  }
  return isNear();
}

// Where the linearised law and the velocities meet.
bool SmoothingPath::direct(double coupling) {
  const LawSlope slope = law_.slope(y_, coupling);
  ++factorizations_;
  stopIfAsked();
  if (!system_.factor(slope)) return false;
  const VecX change = system_.solve(rows_.sloped(slope, defect_));
  if (!change.allFinite()) return false;
  const VecX lambda = lambda_ + change;
  toward_ = lambda - system_.product(lambda) - rows_.q;
  return true;
}

// The largest of a few shares of the way whose defect is at most bound(share) times the present one; the smallest, and
// false, when none is.
template <class Bound>
bool SmoothingPath::move(int halvings, Bound bound) {
  const VecX start = y_;
  const double size = defect_.norm();
  share_ = 1.0;
  for (int halving = 0; halving < halvings; ++halving) {
    if (halving > 0) share_ *= 0.5;
    take(start + share_ * (toward_ - start));
    if (defect_.norm() <= bound(share_) * size) return true;
  }
  return false;
}

void SmoothingPath::show() const {
  if (watch_) watch_({lambda_, share_, factorizations_});
}

}  // namespace keystone
