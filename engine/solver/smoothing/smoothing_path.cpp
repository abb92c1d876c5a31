#include "solver/smoothing/smoothing_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/stop.h"

namespace keystone {
namespace {
constexpr int kHalvings = 9;  // of a step's length: to a fifth of a percent

// The blocks of contacts become those of a law with a proximal term: (I + weight S)^-1 S. The inverses go to `inverse`.
template <int Dim>
void soften(double weight, std::vector<double>& blocks, std::vector<double>& inverse) {
  using Block = Eigen::Matrix<double, Dim, Dim>;
  inverse.resize(blocks.size());
  for (std::size_t at = 0; at < blocks.size(); at += Dim * Dim) {
    Eigen::Map<Block> own(blocks.data() + at), its_inverse(inverse.data() + at);
    its_inverse = Block(Block::Identity() + weight * own).inverse();
    own = Block(its_inverse * own);
  }
}

template <int Dim>
void applyBlocks(const std::vector<double>& blocks, VecX& x) {
  using Block = Eigen::Matrix<double, Dim, Dim>;
  using Part = Eigen::Matrix<double, Dim, 1>;
  for (std::size_t at = 0, row = 0; at < blocks.size(); at += Dim * Dim, row += Dim) {
    const Eigen::Map<const Block> own(blocks.data() + at);
    Eigen::Map<Part> part(x.data() + row);
    part = Part(own * part);
  }
}

}  // namespace

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
  longest_ = 2.0 * options.longest;
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

// A proximal term of the weight `weight_` about the impulses of contacts.
void SmoothingPath::soften() {
  GeneralizedJacobian& S = workspace_->slope;
  std::vector<double>& inverse = workspace_->inverse;
  if (S.dim == 1) keystone::soften<1>(weight_, S.contacts, inverse);
  if (S.dim == 2) keystone::soften<2>(weight_, S.contacts, inverse);
  if (S.dim == 3) keystone::soften<3>(weight_, S.contacts, inverse);
  for (std::size_t k = 0; k < S.discs.size(); ++k)
    if (const int contact = rows_.discs[k].contact; contact >= 0)
      S.discs[k].by_normal *= 1.0 - weight_ * S.contact(contact)(0, 0);
}

// What the law itself changes by, with the proximal term.
void SmoothingPath::softenChange(VecX& change) const {
  const std::vector<double>& inverse = workspace_->inverse;
  if (rows_.dim == 1) applyBlocks<1>(inverse, change);
  if (rows_.dim == 2) applyBlocks<2>(inverse, change);
  if (rows_.dim == 3) applyBlocks<3>(inverse, change);
}

// Newton's equation (I + S W) change = S defect, or its like for a change of tau; in place. The velocities follow
// linearly, and the change of y = lambda - u with them.
bool SmoothingPath::solve(VecX& change, VecX& change_y) {
  system_.solveWithProduct(change, change_y);
  change_y = change - change_y;
  if (weight_ > 0.0) change_y.head(rows_.firstJointRow()) -= weight_ * change.head(rows_.firstJointRow());
  return change_y.allFinite();
}

// To the path, and along it by as much of log tau as the reach leaves. sqrt(tau) is what y is linear in where a row is
// at its bound without being held there, and the tangent is used so.
bool SmoothingPath::step(double least_tau) {
  stopIfAsked();
  law_.slope(y_, workspace_->slope);
  ++factorizations_;
  if (weight_ > 0.0) soften();
  if (!system_.factor(workspace_->slope)) return false;
  rows_.apply(workspace_->slope, defect_, change_);
  if (!solve(change_, corrector_)) return false;
  corrector_ += defect_;
  law_.alongTau(lambda_, change_);
  if (weight_ > 0.0) softenChange(change_);
  if (!solve(change_, tangent_)) return false;

  law_.shares(y_, lambda_, u_, corrector_, shares_);
  const double far = shares_.maxCoeff();
  if (is_ahead_) adapt(far);
  is_ahead_ = far <= 1.0;
  if (!is_ahead_) {
    clipWorst();
    y_ += corrector_ / std::max(1.0, shares_.maxCoeff());
    // At one it is as large as W's own diagonal.
    if (++limited_ > 1) weight_ = std::clamp(options_.heavier * weight_, options_.least_weight, 1.0);
  } else {
    limited_ = 0;
    near_ = lambda_;
    near_tau_ = law_.tau;
    const double along = largestStep(least_tau);
    y_ += corrector_ - along * tangent_;
    law_.tau *= (1.0 - 0.5 * along) * (1.0 - 0.5 * along);
    weight_ = law_.tau > options_.last_weighted ? std::max(options_.lighter * weight_, options_.least_weight) : 0.0;
  }
  take();
  ++steps_;
  if (watch_) watch_({lambda_, std::min(1.0, 1.0 / far), factorizations_});
  return true;
}

// The next step's length, by how far off the path the last one led.
void SmoothingPath::adapt(double far) {
  if (far > 1.0) longest_ = std::max(options_.shortest, options_.shorter * longest_);
  if (far < 0.5) longest_ = std::min(2.0 * options_.longest, options_.longer * longest_);
}

// A few contacts hold all others back: these few go as far as the next one allows by themselves.
void SmoothingPath::clipWorst() {
  std::vector<std::pair<int, double>>& worst = workspace_->worst;
  worst.clear();
  for (int k = 0; k < options_.clipped; ++k) {
    Eigen::Index at = 0;
    const double share = shares_.maxCoeff(&at);
    if (share <= 1.0) break;
    worst.emplace_back(static_cast<int>(at), share);
    shares_[at] = 0.0;
  }
  const double next = std::max(1.0, shares_.maxCoeff());
  for (const auto& [at, share] : worst) {
    const auto [first, count] = law_.rowsOfShare(at);
    if (share > next) corrector_.segment(first, count) *= next / share;
  }
}

// How much log tau may fall, as the tangent has it: sqrt(tau) to (1 - half of that) times itself.
double SmoothingPath::largestStep(double least_tau) {
  double high = std::min(longest_, 2.0 - 2.0 * std::sqrt(std::min(1.0, least_tau / law_.tau)));
  const auto isWithin = [&](double along) {
    change_ = corrector_ - along * tangent_;
    law_.shares(y_, lambda_, u_, change_, shares_);
    return shares_.maxCoeff() <= 1.0;
  };
  if (isWithin(high)) return high;
  double low = 0.0;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double middle = 0.5 * (low + high);
    (isWithin(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace keystone
