#include "solver/smoothing/smoothing_path.h"

#include <cmath>
#include <utility>

#include "math/stop.h"

namespace keystone {

SmoothingPath::SmoothingPath(const ConeRows& rows, ConeSystem& system, const SmoothingOptions& options,
                             const VecX& lambda, int& factorizations, NewtonWatch watch)
    : rows_(rows),
      system_(system),
      options_(options),
      factorizations_(factorizations),
      watch_(std::move(watch)),
      law_(rows),
      room_(rows.rows()),
      shrink_(options.shrink) {
  law_.tau = options.first_tau;
  point(lambda, next_);
  take(next_);
}

// y of the impulses and the velocities that they leave.
void SmoothingPath::point(const VecX& lambda, VecX& y) const {
  system_.product(lambda, y);
  y = lambda - y - rows_.q;
}

void SmoothingPath::follow(int most) {
  most_ = most;
  if (!(tau_ > 0.0)) is_over_ = !begin();
  if (is_over_) return;
  while (tau_ > options_.last_tau && shrink_ <= options_.least_shrink && mayGoOn()) {
    law_.tau = shrink_ * tau_;
    take(kept_);
    if (!advance()) {
      shrink_ = std::sqrt(shrink_);
      continue;
    }
    kept_ = y_;
    tau_ = law_.tau;
    if (steps_ >= options_.steps) shrink_ = std::sqrt(shrink_);
  }
  is_over_ = tau_ <= options_.last_tau || shrink_ > options_.least_shrink;
  law_.tau = tau_;
  take(kept_);
}

bool SmoothingPath::begin() {
  if (!newton(most_)) return false;
  kept_ = y_;
  tau_ = law_.tau;
  return true;
}

bool SmoothingPath::isNear() const {
  return defect_.lpNorm<Eigen::Infinity>() <= options_.near * std::sqrt(law_.tau);
}

void SmoothingPath::take(const VecX& y) {
  y_ = y;
  law_.evaluate(y, lambda_, u_);
  system_.product(lambda_, defect_);
  defect_ = u_ - defect_ - rows_.q;
}

// To the point of the path at the present tau: Newton's method, then steps that friction lags behind, from the same
// start.
bool SmoothingPath::advance() {
  if (newton(options_.steps)) return true;
  if (!mayGoOn()) return false;
  take(kept_);
  return lagging();
}

bool SmoothingPath::newton(int steps) {
  for (steps_ = 0; steps_ < steps && mayGoOn(); ++steps_) {
    if (isNear()) return true;
    if (!direct(1.0)) return false;
    const bool moved = move(1.0);
    show();
    if (!moved) return false;
  }
  return isNear();
}

bool SmoothingPath::lagging() {
  for (steps_ = 0; steps_ < options_.lagging_steps && mayGoOn(); ++steps_) {
    if (isNear()) return true;
    if (!direct(options_.coupling)) return false;
    move(options_.growth);
    show();
  }
  return isNear();
}

// Where the linearised law and the velocities meet.
bool SmoothingPath::direct(double coupling) {
  law_.slope(y_, coupling, slope_);
  ++factorizations_;
  stopIfAsked();
  if (!system_.factor(slope_)) return false;
  rows_.sloped(slope_, defect_, next_);
  system_.solveInPlace(next_);
  if (!next_.allFinite()) return false;
  next_ += lambda_;
  point(next_, toward_);
  return true;
}

// The largest of a few shares of the way whose defect is less than `most` times the present one; the smallest, and
// false, when none is.
bool SmoothingPath::move(double most) {
  start_ = y_;
  toward_ -= start_;
  const double size = defect_.norm();
  share_ = 1.0;
  for (int halving = 0; halving < options_.halvings; ++halving) {
    if (halving > 0) share_ *= 0.5;
    next_ = start_ + share_ * toward_;
    take(next_);
    if (defect_.norm() < most * size) return true;
  }
  return false;
}

void SmoothingPath::show() const {
  if (watch_) watch_({lambda_, share_, factorizations_});
}

}  // namespace keystone
