#include "solver/smoothing/smoothing_path.h"

#include <algorithm>
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
      workspace_(rows.rows()) {
  law_.tau = options.first_tau;
  system_.product(lambda, y_);
  y_ = lambda - y_ - rows_.q;
  take();
}

bool SmoothingPath::follow(double tau, int most) {
  while (!is_singular_ && factorizations_ < most && !(near_tau_ > 0.0 && near_tau_ <= tau)) is_singular_ = !step(tau);
  return !is_singular_;
}

void SmoothingPath::take() {
  law_.evaluate(y_, lambda_, u_);
  system_.product(lambda_, defect_);
  defect_ = u_ - defect_ - rows_.q;
}

// Newton's equation (I + S W) change = S defect, or its like for a change of tau; in place. The velocities follow
// linearly, and the change of y = lambda - u with them.
bool SmoothingPath::solve(VecX& change, VecX& change_y) {
  system_.solveWithProduct(change, change_y);
  change_y = change - change_y;
  return change_y.allFinite();
}

// To the path, and along it by as much of log tau as the reach leaves. sqrt(tau) is what y is linear in where a row is
// at its bound without being held there, and the tangent is used so.
bool SmoothingPath::step(double least_tau) {
  stopIfAsked();
  law_.slope(y_, workspace_->slope);
  ++factorizations_;
  if (!system_.factor(workspace_->slope)) return false;
  rows_.apply(workspace_->slope, defect_, change_);
  if (!solve(change_, corrector_)) return false;
  corrector_ += defect_;
  law_.alongTau(lambda_, change_);
  if (!solve(change_, tangent_)) return false;

  law_.measure(lambda_, u_, size_);
  const double far = corrector_.cwiseProduct(size_).lpNorm<Eigen::Infinity>();
  if (far > options_.reach) {
    y_ += options_.reach / far * corrector_;
  } else {
    near_ = lambda_;
    near_tau_ = law_.tau;
    const double along = largestStep(least_tau);
    y_ += corrector_ - along * tangent_;
    law_.tau *= (1.0 - 0.5 * along) * (1.0 - 0.5 * along);
  }
  take();
  ++steps_;
  if (watch_) watch_({lambda_, std::min(1.0, options_.reach / far), factorizations_});
  return true;
}

// How much log tau may fall, as the tangent has it: sqrt(tau) to (1 - half of that) times itself.
double SmoothingPath::largestStep(double least_tau) const {
  double most = std::min(2.0 * options_.longest, 2.0 - 2.0 * std::sqrt(std::min(1.0, least_tau / law_.tau)));
  for (Eigen::Index i = 0; i < y_.size(); ++i) {
    const double to = size_[i] * corrector_[i], along = -size_[i] * tangent_[i];
    if (along != 0.0) most = std::min(most, (options_.reach - std::copysign(1.0, along) * to) / std::abs(along));
  }
  return std::max(0.0, most);
}

}  // namespace keystone
