#include "solver/newton/nearby_gaps.h"

#include <algorithm>
#include <cmath>

#include "problem/shift_gaps.h"
#include "solver/newton/interior_path.h"

namespace keystone {
namespace {

constexpr double kFine = 1e-6;  // [m], what is asked for first: overlaps of that size are left alone, and
// Factorizations times contacts, before gap_ease will do, and then as much as is tolerated.
constexpr double kPatience = 2e4, kLongPatience = 1e5;
constexpr double kMisjudged = 3.0;    // of what is asked for: farther off than that it is not taken
constexpr double kClosed = 0.5;       // of what is asked for: gaps below it are held closed
constexpr int kInside = 30;           // steps through the inside, and
constexpr int kFactorizations = 60;   // with the rounds from its end
constexpr double kSettled = 1e-8;     // tau, from which on the gaps hardly change: too far off, it is given up
constexpr double kTolerance = 2e-10;  // of the largest scaled impulse; exact is 1e-9

}  // namespace

double NearbyGaps::distance(const VecX& lambda, const VecX& u, int factorizations) {
  const double work = static_cast<double>(factorizations) * rows_.contacts;
  demanded_ = std::min(kFine, problem_.gap_tolerance);
  if (work > kPatience) demanded_ = std::max(demanded_, problem_.gap_ease);
  if (work > kLongPatience || problem_.gaps_are_rough) demanded_ = problem_.gap_tolerance;
  hold(lambda, u);
  const VecX moved = held_.project(lambda - u);
  return offBy(system_.product(moved) + held_.q) / demanded_;
}

bool NearbyGaps::accept(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) {
  hold(lambda, u);
  most = factorizations + std::min(most, kFactorizations);
  if (!findFriction(VecX(lambda - u), tau, most, lambda, factorizations)) return false;
  const VecX impulses = held_.unscaled(lambda);
  ContactProblem shifted = problem_;
  const double off = shiftGaps(shifted, impulses);
  if (!(off <= mostOff())) return false;
  if (!(measure(shifted, impulses, held_.law).value <= kExactEnough)) return false;
  shift_ = off;
  return true;
}

// From a point at `tau` of the smoothed law with lambda - u = y; false where the gaps are clearly off by too much.
bool NearbyGaps::findFriction(const VecX& y, double tau, int most, VecX& lambda, int& factorizations) {
  InteriorPath path(held_, system_, y, tau, factorizations, watch_);
  bool is_solved = false, is_hopeless = false;
  path.follow(std::min(most, factorizations + kInside), [&](const VecX& inside, const VecX& u) {
    held_.project(inside - u, lambda);
    const VecX velocity = system_.product(lambda) + held_.q;
    const double defect = (lambda - held_.project(lambda - velocity)).lpNorm<Eigen::Infinity>();
    is_solved = defect <= kTolerance * std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
    is_hopeless = path.tau() <= kSettled && offBy(velocity) > mostOff();
    return is_solved || is_hopeless;
  });
  if (is_solved || is_hopeless) return is_solved;
  held_.project(path.lambda() - path.u(), lambda);
  const NewtonLimits limits{.tolerance = kTolerance, .factorizations = most - factorizations, .inside = false};
  factorizations += solveProximalNewton(held_, system_, limits, lambda, watch_).factorizations;
  // Inside its bounds, which rounding may have missed.
  held_.project(lambda - system_.product(lambda) - held_.q, lambda);
  return true;
}

double NearbyGaps::mostOff() const {
  return std::min(problem_.gap_tolerance, kMisjudged * demanded_);
}

// [m], the farthest gap, by scaled velocities.
double NearbyGaps::offBy(const VecX& velocity) const {
  double off = 0.0;
  for (int c = 0; c < held_.contacts; ++c) {
    const double opening = unit_[c] * velocity[held_.dim * c];
    off = std::max(off, held_.given[c] > 0.0 ? std::abs(opening) : -opening);
  }
  return off;
}

void NearbyGaps::hold(const VecX& lambda, const VecX& u) {
  if (held_.rows() == 0) {
    held_ = rows_;
    unit_.setZero(rows_.contacts);
    for (int c = 0; c < rows_.contacts; ++c)
      if (const double scale = rows_.scale[rows_.dim * c]; scale > 0.0) unit_[c] = problem_.h * rows_.size / scale;
  }
  held_.given.setZero(held_.contacts);
  for (int c = 0; c < held_.contacts; ++c)
    if (const int n = held_.dim * c; lambda[n] > 0.0 && unit_[c] * u[n] <= kClosed * demanded_)
      held_.given[c] = lambda[n];
}

}  // namespace keystone
