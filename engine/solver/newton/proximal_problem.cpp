#include "solver/newton/proximal_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kTouching = 1e-6;  // slower than that, of the largest free velocity, contacts neither part nor close
constexpr int kHalvings = 2;        // of one step
constexpr int kBlindSteps = 4;      // that may make the defect larger
constexpr double kSmall = 0.1;      // of the tolerance
constexpr double kSoft = 1e-4;      // epsilon, from which on factors are far from singular

}  // namespace

ProximalProblem::ProximalProblem(const ConeRows& rows, ConeSystem& system, const NewtonWatch& watch,
                                 int& factorizations)
    : rows_(rows),
      system_(system),
      watch_(watch),
      factorizations_(factorizations),
      frictionless_(rows.mu.isZero(0.0)),
      room_(rows.rows()) {}

double ProximalProblem::defect() {
  lawful_ = lambda_ - u_;
  rows_.project(lawful_, lawful_);
  return (lambda_ - lawful_).lpNorm<Eigen::Infinity>();
}

void ProximalProblem::begin(double r, const VecX& epsilon) {
  epsilon_ = epsilon;
  is_soft_ = epsilon_.size() > 0 && epsilon_.minCoeff() >= kSoft;
  begin(r);
}

void ProximalProblem::begin(double r, double epsilon) {
  epsilon_.setConstant(rows_.rows(), epsilon);
  is_soft_ = false;
  begin(r);
}

void ProximalProblem::begin(double r) {
  r_ = r;
  anchor_ = lambda_;
  evaluate();
}

bool ProximalProblem::settle(int steps, int most, double tolerance, const Arrival& hasArrived) {
  if (lambda_.isZero(0.0)) closeWhatTouches();
  int blind = 0;
  for (int step = 0; step < steps && factorizations_ < most; ++step) {
    if (isSmall(ownDefect(), kSmall * tolerance)) return true;
    change_ = -F_;
    rows_.linearize(y_, r_, epsilon_, change_, slope_);
    if (!factor()) return false;
    solve();
    if (!change_.allFinite()) return false;
    const double share = search();
    if (share == 0.0 && ++blind > kBlindSteps) return false;
    // What Newton meant to do, where no part of it makes the equations truer.
    if (share == 0.0) take(1.0);
    if (watch_) watch_({lambda_, share > 0.0 ? share : 1.0, factorizations_});
    if (hasArrived()) return true;
  }
  return isSmall(ownDefect(), tolerance);
}

bool ProximalProblem::repeat() {
  change_ = -F_;
  rows_.linearize(y_, r_, epsilon_, change_, slope_);
  if (!is_factored_ || !(slope_ == factored_)) return false;
  solve();
  take(1.0);
  return true;
}

// For the change from here.
void ProximalProblem::solve() {
  system_.solveInPlace(change_, is_soft_ ? &response_ : nullptr);
  start_ = lambda_;
  if (is_soft_) start_u_ = u_;
}

// The argument of the law, and the defect.
void ProximalProblem::evaluate() {
  y_ = lambda_ - r_ * (u_ + epsilon_.cwiseProduct(lambda_ - anchor_));
  rows_.project(y_, lawful_);
  F_ = lambda_ - lawful_;
}

// Without impulses, contacts at rest part or close by their rounding alone: all of them are closed for the first step.
void ProximalProblem::closeWhatTouches() {
  for (int c = 0; c < rows_.contacts; ++c)
    if (double& normal = y_[rows_.dim * c]; std::abs(normal) < kTouching) normal = kTouching;
}

// Unless nothing has changed since the last time.
bool ProximalProblem::factor() {
  if (is_factored_ && slope_ == factored_) return true;
  stopIfAsked();
  ++factorizations_;
  is_factored_ = system_.factor(slope_);
  std::swap(factored_, slope_);
  return is_factored_;
}

// A share of the change, from the start.
void ProximalProblem::take(double share) {
  if (is_soft_) {
    lambda_ = start_ + share * change_;
    u_ = start_u_ + share * response_;
  } else {
    place(start_ + share * change_);
  }
  evaluate();
}

// The largest of a few shares of the step that brings F down enough, taken; 0, and nothing is, when none does.
double ProximalProblem::search() {
  const double size = F_.norm();
  double share = 1.0;
  // Without friction whole steps settle the sets soonest (Hintermueller, Ito, Kunisch 2002).
  const int halvings = frictionless_ ? 0 : kHalvings;
  for (int halving = 0; halving <= halvings; ++halving, share *= 0.5) {
    take(share);
    if (F_.norm() < (1.0 - 1e-3 * share) * size) return share;
  }
  take(0.0);
  return 0.0;
}

}  // namespace keystone
