#include "solver/newton/nearby_problem.h"

#include <algorithm>
#include <cmath>

#include "math/spare.h"
#include "problem/delassus.h"
#include "problem/shift_contacts.h"
#include "solver/newton/interior_path.h"
#include "solver/newton/proximal_newton.h"

namespace keystone {
namespace {

constexpr double kFine = 1e-6;  // [m], what is asked for first: overlaps of that size are left alone

// As they are, in factorizations times contacts.
constexpr int kMany = 2000;             // contacts, of which more do not count
constexpr double kPatience = 10e3;      // before less will do, and
constexpr double kTenfold = 5e3;        // how many it takes until that is ten times less
constexpr double kLongPatience = 30e3;  // likewise, where that is more than what is lost in the longest way
constexpr double kOfTheWay = 0.06;      // that bodies go: what is off by less is lost in it
constexpr double kMoves = 3e-4;         // [m], a body that goes farther, and
constexpr double kFewMove = 0.005;      // of all bodies: so few keep nothing awake

// With normals held.
constexpr double kOfTheLongest = 0.1;     // of all ways, that gaps may be off by
constexpr double kGapPatience = 2e4;      // factorizations times contacts, before that will do, and
constexpr double kLongGapPatience = 1e5;  // then as much as this:
constexpr double kOfTheTolerance = 0.3;   // that gaps may be off by in the end
constexpr double kMisjudged = 3.0;        // of what is asked for: farther off than that it is not taken
constexpr double kClosed = 0.5;           // of what is asked for: gaps below it are held closed
constexpr int kInside = 30;               // steps through the inside, and
constexpr int kFactorizations = 60;       // with the rounds from its end
constexpr double kSettled = 1e-8;         // tau, from which on the gaps hardly change: too far off, it is given up
constexpr double kTolerance = 2e-10;      // of the largest scaled impulse; exact is 1e-9

}  // namespace

void NearbyProblem::begin(const VecX& lambda, bool is_far) {
  unit_ = (rows_.scale.array() > 0.0).select(problem_.h * rows_.size / rows_.scale.array(), 0.0);
  const VecX v = velocityAfter(problem_, rows_.unscaled(lambda));
  VecX ways(v.size() / 6);  // [bodies]
  for (Eigen::Index b = 0; b < ways.size(); ++b) ways[b] = problem_.h * v.segment<3>(6 * b).norm();
  longest_way_ = ways.maxCoeff();
  const auto moving = static_cast<double>((ways.array() > kMoves).count());
  const bool few_move = moving <= kFewMove * static_cast<double>(ways.size());
  may_give_way_ = rows_.dim == 3 && !problem_.is_rough && !lambda.isZero(0.0) && (is_far || !few_move);
  way_.setZero(rows_.contacts);
  for (int c = 0; c < rows_.contacts; ++c)
    for (SparseRows::InnerIterator it(problem_.J, problem_.normalRow(c)); it; ++it)
      way_[c] = std::max(way_[c], ways[it.col() / 6]);
}

bool NearbyProblem::accept(const VecX& lambda, int factorizations) {
  allow(factorizations);
  system_.product(lambda, velocity_);
  velocity_ += rows_.q;
  const int dim = rows_.dim;
  off_.resize(rows_.contacts);
  Vec3 shift = Vec3::Zero();
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    for (int k = 0; k < dim; ++k) shift[k] = velocity_[n + k];
    makeLawful(dim, rows_.law, rows_.mu[c], lambda.data() + n, shift.data());
    for (int k = 0; k < dim; ++k) shift[k] -= velocity_[n + k];
    off_[c] = reach(c, shift.data()) / allowed_[c];
  }
  return (off_.size() == 0 || off_.maxCoeff() <= 1.0) && isExact(lambda, problem_.shift_tolerance);
}

double NearbyProblem::off(const VecX& velocity) const {
  double farthest = 0.0;
  for (int c = 0; c < rows_.contacts; ++c)
    farthest = std::max(farthest, reach(c, velocity.data() + rows_.dim * c) / allowed_[c]);
  return farthest;
}

double NearbyProblem::distance(const VecX& lambda, const VecX& u, int factorizations) {
  const double work = static_cast<double>(factorizations) * rows_.contacts;
  const double most = (problem_.is_rough ? 1.0 : kOfTheTolerance) * problem_.shift_tolerance;
  demanded_ = std::min(kFine, most);
  if (work > kGapPatience) demanded_ = std::max(demanded_, std::min(most, kOfTheLongest * longest_way_));
  if (work > kLongGapPatience || problem_.is_rough) demanded_ = most;
  hold(lambda, u);
  const VecX moved = held_.project(lambda - u);
  return openBy(system_.product(moved) + held_.q) / demanded_;
}

bool NearbyProblem::refine(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) {
  hold(lambda, u);
  most = factorizations + std::min(most, kFactorizations);
  return findFriction(VecX(lambda - u), tau, most, lambda, factorizations) && isExact(lambda, mostOpen());
}

void NearbyProblem::allow(int factorizations) {
  const double most = problem_.shift_tolerance;
  const double work = static_cast<double>(factorizations) * std::min(rows_.contacts, kMany);
  const auto after = [work](double patience) {
    return kFine * std::pow(10.0, std::max(0.0, work - patience) / kTenfold);
  };
  double least = after(kLongPatience);
  if (may_give_way_) least = std::max(least, std::min(after(kPatience), kOfTheWay * longest_way_));
  allowed_ = (kOfTheWay * way_).cwiseMax(least).cwiseMin(most);
}

// [m], how far a contact gets in the step, across its plane or along it.
double NearbyProblem::reach(int contact, const double* velocity) const {
  const int n = rows_.dim * contact;
  const double across = unit_[n] * std::abs(velocity[0]);
  if (rows_.dim == 1) return across;
  const double along =
      rows_.dim == 3 ? std::sqrt(velocity[1] * velocity[1] + velocity[2] * velocity[2]) : std::abs(velocity[1]);
  return std::max(across, unit_[n + 1] * along);
}

// With contacts that are at most so far off [m].
bool NearbyProblem::isExact(const VecX& lambda, double most) {
  const VecX impulses = rows_.unscaled(lambda);
  const Spare<VecX> pushed(problem_.J.cols()), q(problem_.rows());
  response(problem_, impulses, *pushed);
  const double shift = findShift(problem_, impulses, *pushed, rows_.law, *q);
  *q += problem_.q;
  if (!(shift <= most && measure(problem_, *q, impulses, *pushed, rows_.law).value <= kExactEnough)) return false;
  shift_ = shift;
  return true;
}

// From a point at `tau` of the smoothed law with lambda - u = y; false where the gaps are clearly off by too much.
bool NearbyProblem::findFriction(const VecX& y, double tau, int most, VecX& lambda, int& factorizations) {
  VecX velocity;
  const auto isSolved = [&](const VecX& argument) {
    held_.project(argument, lambda);
    system_.product(lambda, velocity);
    velocity += held_.q;
    const double defect = (lambda - held_.project(lambda - velocity)).lpNorm<Eigen::Infinity>();
    return defect <= kTolerance * std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
  };
  if (isSolved(y)) return true;
  InteriorPath path(held_, system_, y, tau, factorizations, watch_);
  bool is_solved = false, is_hopeless = false;
  path.follow(std::min(most, factorizations + kInside), [&](const VecX& inside, const VecX& u) {
    is_solved = isSolved(inside - u);
    is_hopeless = path.tau() <= kSettled && openBy(velocity) > mostOpen();
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

double NearbyProblem::mostOpen() const {
  return std::min(problem_.shift_tolerance, kMisjudged * demanded_);
}

// [m], the farthest gap, by scaled velocities.
double NearbyProblem::openBy(const VecX& velocity) const {
  double off = 0.0;
  for (int c = 0; c < held_.contacts; ++c) {
    const double opening = unit_[rows_.dim * c] * velocity[held_.dim * c];
    off = std::max(off, held_.given[c] > 0.0 ? std::abs(opening) : -opening);
  }
  return off;
}

void NearbyProblem::hold(const VecX& lambda, const VecX& u) {
  if (held_.rows() == 0) held_ = rows_;
  held_.given.setZero(held_.contacts);
  for (int c = 0; c < held_.contacts; ++c)
    if (const int n = held_.dim * c; lambda[n] > 0.0 && unit_[rows_.dim * c] * u[n] <= kClosed * demanded_)
      held_.given[c] = lambda[n];
}

}  // namespace keystone
