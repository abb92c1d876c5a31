#include "solver/one_pair/one_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rounding.h"
#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kSolved = 1e-13;       // that counts as solved where nothing comes nearer
constexpr double kInertTangent = 1e-8;  // of W_nn: tangents that move less count as moving that much
constexpr double kFirstWeight = 1e-8;   // epsilon
constexpr double kLeastWeight = 1e-14, kMostWeight = 1e3;
constexpr double kLighter = 0.1, kHeavier = 10.0;   // on epsilon, after a round that gained little or got lost
constexpr double kLittle = 0.1;                     // of the defect before the round
constexpr int kPairSteps = 12, kIdlePairSteps = 3;  // of a round; those that come no nearer
constexpr int kRounds = 250, kRoundsSolved = 6;     // and those below kSolved
constexpr int kSweeps = 1000;

}  // namespace

void OnePair::reserve(int rows) {
  if (length_.size() >= rows) return;
  const auto n = static_cast<std::size_t>(rows);
  for (VecX* x : {&length_, &u_, &lawful_, &best_, &centre_, &b_}) x->resize(rows);
  states_.resize(n);
  active_.reserve(n);
  A_.resize(n * n);
}

PairEnd OnePair::solve(const PairProblem& pair, const double* q, double* lambda) {
  pair_ = pair;
  q_ = q;
  lambda_ = lambda;
  findLengths();
  Eigen::Map<VecX> here(lambda_, rows());
  centre_.head(rows()) = best_.head(rows()) = here;
  least_ = std::numeric_limits<double>::infinity();
  if (isSmall(keepBest(), kFewRoundings)) return PairEnd::Kept;
  runRounds();
  if (finish()) return PairEnd::Newton;
  sweepUntilStill();
  return finish() ? PairEnd::Sweeps : PairEnd::Limit;
}

double OnePair::velocity(int row) const {
  double sum = q_[row];
  const int n = rows();
  for (int k = 0; k < n; ++k) sum += w(row, k) * lambda_[k];
  return sum;
}

void OnePair::findLengths() {
  for (int c = 0; c < pair_.contacts; ++c) {
    const int n = pair_.dim * c;
    length_[n] = 1.0 / w(n, n);
    double largest = kInertTangent * w(n, n);
    for (int k = 1; k < pair_.dim; ++k) largest = std::max(largest, w(n + k, n + k));
    for (int k = 1; k < pair_.dim; ++k) length_[n + k] = 1.0 / largest;
  }
}

// Velocities, what the law makes of lambda - rho u - epsilon (lambda - centre), and each contact's state there; returns
// the largest difference from lambda [N s].
double OnePair::evaluate(double weight) {
  double defect = 0.0;
  for (int i = 0; i < rows(); ++i) {
    u_[i] = velocity(i);
    lawful_[i] = lambda_[i] - length_[i] * u_[i] - weight * (lambda_[i] - centre_[i]);
  }
  for (int c = 0; c < pair_.contacts; ++c) {
    const int n = pair_.dim * c;
    const double normal = std::max(lawful_[n], 0.0), bound = pair_.mu[c] * normal;
    auto tangents = lawful_.segment(n + 1, pair_.dim - 1);
    const double size = tangents.norm();
    State& state = states_[c];
    state = normal == 0.0 ? State::Open : size > bound ? State::Slide : State::Stick;
    lawful_[n] = normal;
    if (size > bound) tangents *= bound / size;
    for (int i = n; i < n + pair_.dim; ++i) defect = std::max(defect, std::abs(lambda_[i] - lawful_[i]));
  }
  return defect;
}

bool OnePair::isSmall(double defect, double share) const {
  double scale = 0.0;
  for (int i = 0; i < rows(); ++i) scale = std::max({scale, std::abs(lambda_[i]), length_[i] * std::abs(q_[i])});
  return defect <= share * scale;
}

// The defect of lambda, which is kept if it is the best point so far.
double OnePair::keepBest() {
  const double defect = evaluate(0.0);
  if (defect < least_) {
    least_ = defect;
    best_.head(rows()) = Eigen::Map<const VecX>(lambda_, rows());
  }
  return defect;
}

void OnePair::runRounds() {
  Eigen::Map<VecX> lambda(lambda_, rows());
  double weight = kFirstWeight;
  for (int round = 0, solved = 0; round < kRounds && solved < kRoundsSolved && weight <= kMostWeight; ++round) {
    stopIfAsked();
    centre_.head(rows()) = lambda;
    const double before = evaluate(0.0);
    if (!solveRound(weight)) {
      lambda = centre_.head(rows());
      weight *= kHeavier;
    } else if (evaluate(0.0) > kLittle * before) {
      weight = std::max(kLeastWeight, kLighter * weight);
    }
    if (isSmall(least_, kFewRoundings)) return;
    if (isSmall(least_, kSolved)) ++solved;
  }
}

// Newton's steps, centred here; whether they arrive, or come so near that only the next round leads on.
bool OnePair::solveRound(double weight) {
  double before = evaluate(weight);
  for (int n = 0, idle = 0; n < kPairSteps && idle < kIdlePairSteps; ++n) {
    if (!step(weight)) return false;
    const double defect = keepBest(), size = evaluate(weight);
    if (size <= 0.5 * defect || isSmall(size, kFewRoundings)) return true;
    idle = size < before ? 0 : idle + 1;
    before = size;
  }
  return false;
}

// To the best point, put inside the law; whether it solves the problem.
bool OnePair::finish() {
  Eigen::Map<VecX> lambda(lambda_, rows());
  lambda = best_.head(rows());
  evaluate(0.0);
  lambda = lawful_.head(rows());
  return isSmall(least_, kSolved);
}

// One Newton step with the states as they are; false where its system is singular. Contacts that are open give up their
// impulses; the others' equations, in `active_`'s order, are u + epsilon / rho (lambda - centre) = 0, or friction's.
bool OnePair::step(double weight) {
  listActive();
  const auto count = static_cast<int>(active_.size());
  Eigen::Map<MatX> A(A_.data(), count, count);
  for (int at = 0; at < count; ++at) {
    const int row = active_[at];
    const double hold = weight / length_[row];
    b_[at] = -velocity(row) - hold * (lambda_[row] - centre_[row]);
    for (int k = 0; k < count; ++k) A(at, k) = w(row, active_[k]);
    A(at, at) += hold;
  }
  for (int at = 0; at < count; at += pair_.dim)
    if (const int row = active_[at]; state(row / pair_.dim) == State::Slide) fillSlide(at, row, A);
  if (!eliminate(A)) return false;
  for (int at = 0; at < count; ++at) lambda_[active_[at]] += b_[at];
  return true;
}

void OnePair::listActive() {
  active_.clear();
  for (int row = 0; row < rows(); ++row) {
    if (state(row / pair_.dim) == State::Open)
      lambda_[row] = 0.0;
    else
      active_.push_back(row);
  }
}

// Friction at its bound: lambda_t = mu lambda_n y / |y| with y = lambda_t - rho u_t - epsilon (lambda_t - centre), in
// place of u_t = 0. In space y / |y| turns.
void OnePair::fillSlide(int at, int normal, Eigen::Map<MatX>& A) {
  const int tangents = pair_.dim - 1, t = at + 1;
  const double mu = pair_.mu[normal / pair_.dim], rho = length_[normal + 1];
  Vec2 friction = Vec2::Zero(), y = Vec2::Zero();
  for (int k = 0; k < tangents; ++k) {
    friction[k] = lambda_[normal + 1 + k];
    y[k] = friction[k] + rho * b_[t + k];
  }
  const double size = std::max(y.norm(), std::numeric_limits<double>::min()),
               bound = mu * std::max(lambda_[normal], 0.0);
  const Vec2 d = y / size;
  Eigen::Matrix2d turn = Eigen::Matrix2d::Zero();
  if (tangents == 2) turn = bound / size * (Eigen::Matrix2d::Identity() - d * d.transpose());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    Vec2 w_t = Vec2::Zero();
    for (int k = 0; k < tangents; ++k) w_t[k] = A(t + k, j);
    w_t = rho * turn * w_t;
    for (int k = 0; k < tangents; ++k) A(t + k, j) = w_t[k];
  }
  for (int k = 0; k < tangents; ++k) {
    for (int l = 0; l < tangents; ++l) A(t + k, t + l) += (k == l ? 1.0 : 0.0) - turn(k, l);
    A(t + k, at) -= mu * d[k];
    b_[t + k] = mu * lambda_[normal] * d[k] - friction[k];
  }
}

// b <- A^-1 b by Gauss' elimination with row exchanges; false where A is singular.
bool OnePair::eliminate(Eigen::Map<MatX>& A) {
  const auto n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = 0;
    if (!(A.col(k).tail(n - k).cwiseAbs().maxCoeff(&pivot) > 0.0)) return false;
    if (pivot += k; pivot != k) {
      A.row(pivot).tail(n - k).swap(A.row(k).tail(n - k));
      std::swap(b_[pivot], b_[k]);
    }
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const double factor = A(i, k) / A(k, k);
      if (factor == 0.0) continue;
      for (Eigen::Index j = k + 1; j < n; ++j) A(i, j) -= factor * A(k, j);
      b_[i] -= factor * b_[k];
    }
  }
  for (Eigen::Index k = n; k-- > 0;) {
    for (Eigen::Index j = k + 1; j < n; ++j) b_[k] -= A(k, j) * b_[j];
    b_[k] /= A(k, k);
  }
  return b_.head(n).allFinite();
}

// Each contact exactly, after the other; the largest change [N s].
double OnePair::sweep() {
  double change = 0.0;
  const int dim = pair_.dim;
  for (int c = 0; c < pair_.contacts; ++c) {
    Vec3 q = Vec3::Zero();
    for (int i = 0; i < dim; ++i) {
      q[i] = velocity(dim * c + i);
      for (int k = 0; k < dim; ++k) q[i] -= w(dim * c + i, dim * c + k) * lambda_[dim * c + k];
    }
    const Vec3 after = pair_.alone[c].solve(q, pair_.mu[c]);
    for (int i = 0; i < dim; ++i) {
      change = std::max(change, std::abs(after[i] - lambda_[dim * c + i]));
      lambda_[dim * c + i] = after[i];
    }
  }
  return change;
}

// From the best point.
void OnePair::sweepUntilStill() {
  Eigen::Map<VecX>(lambda_, rows()) = best_.head(rows());
  for (int n = 0; n < kSweeps; ++n)
    if (isSmall(sweep(), kFewRoundings)) break;
  keepBest();
}

}  // namespace keystone
