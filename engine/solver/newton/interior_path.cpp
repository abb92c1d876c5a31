#include "solver/newton/interior_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/stop.h"
#include "solver/newton/smooth_law.h"

namespace keystone {
namespace {

constexpr double kFraction = 0.9, kLateFraction = 0.99;  // of the way to the boundary
constexpr double kLate = 0.8;                            // share of a step after which the next goes farther
constexpr double kCentring = 0.3;                        // of tau, where the curvature misleads a step
constexpr double kMisled = 0.1;                          // of the predictor's share
constexpr double kShortest = 1e-4;                       // step worth a factorization
constexpr double kLastTau = 1e-13;                       // rounding ends it there
constexpr double kUnbounded = 1e-3;                      // of tau after a step, where no row has a bound
constexpr double kLeastGive = 1e-11;                     // of a row that nothing bounds, on the way

// The smallest t > 0 with w + b t + a t^2 = 0, w > 0; infinite without one.
double firstRoot(double w, double b, double a) {
  const double square = b * b - 4.0 * a * w;
  if (square < 0.0 || (b >= 0.0 && a >= 0.0)) return std::numeric_limits<double>::infinity();
  return b < 0.0 ? 2.0 * w / (std::sqrt(square) - b) : -0.5 * (b + std::sqrt(square)) / a;
}

}  // namespace

InteriorPath::InteriorPath(const ConeRows& rows, ConeSystem& system, const VecX& y, double tau, int& factorizations,
                           NewtonWatch watch)
    : rows_(rows), system_(system), factorizations_(factorizations), watch_(std::move(watch)), tau_(tau) {
  listContacts();
  listJoints();
  places_.resize(discs_.size());
  SmoothLaw law(rows);
  law.tau = tau;
  law.evaluate(y, at_.lambda, at_.u);
  at_.z.resize(static_cast<Eigen::Index>(discs_.size()));
  for (std::size_t k = 0; k < discs_.size(); ++k)
    at_.z[static_cast<Eigen::Index>(k)] = tau / discs_[k].room(at_.lambda);
  arrive();
}

void InteriorPath::follow(int most, const PathPause& pause) {
  while (!is_over_ && factorizations_ < most) {
    const int before = factorizations_;
    is_over_ = !step();
    if (watch_ && factorizations_ > before) watch_({at_.lambda, share_, factorizations_});
    if (is_over_) return;
    if (pause && pause(at_.lambda, at_.u)) return;
  }
}

void InteriorPath::listContacts() {
  const bool is_given = rows_.hasGivenNormals();
  const int size = rows_.dim == 3 && rows_.law == FrictionLaw::Cone ? 2 : 1;
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c;
    if (rows_.scale[n] == 0.0) continue;
    if (!is_given) edges_.push_back({n, 0.0, 1.0});
    const double fixed = is_given ? rows_.mu[c] * rows_.given[c] : 0.0;
    if (rows_.mu[c] == 0.0 || (is_given && !(fixed > 0.0))) continue;
    for (int row = n + 1; row < n + rows_.dim; row += size)
      discs_.push_back({.row = row, .size = size, .normal = is_given ? -1 : n, .mu = rows_.mu[c], .fixed = fixed});
  }
}

void InteriorPath::listJoints() {
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const double lower = rows_.lower[k], upper = rows_.upper[k];
    const bool below = lower > -ContactProblem::kUnbounded, above = upper < ContactProblem::kUnbounded;
    if (!below && !above)
      free_.push_back(row);
    else if (!below || !above)
      edges_.push_back({row, below ? lower : upper, below ? 1.0 : -1.0});
    else if (upper > lower)
      discs_.push_back({.row = row, .middle = 0.5 * (lower + upper), .fixed = 0.5 * (upper - lower)});
  }
}

double InteriorPath::Disc::room(const VecX& lambda) const {
  const double pull = inside(lambda).norm(), most = radius(lambda);
  return (most - pull) * (most + pull);
}

double InteriorPath::give() const {
  return std::max(tau_, kLeastGive);
}

// What is needed of a new point: its discs, and what the equations miss there where u counts.
void InteriorPath::arrive() {
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const Disc& disc = discs_[k];
    Place& place = places_[k];
    const double z = at_.z[static_cast<Eigen::Index>(k)];
    place.s = disc.inside(at_.lambda);
    place.radius = disc.radius(at_.lambda);
    place.room = disc.room(at_.lambda);
    place.soft = 0.5 / z;
    place.bend = 2.0 / (place.room + 2.0 * place.s.squaredNorm());
    if (disc.normal >= 0) place.normal_push = 4.0 * z * place.radius * disc.mu / place.room * place.yield(place.s);
  }
  system_.product(at_.lambda, push_);
  push_ += rows_.q - at_.u;
  missing_.setZero(rows_.rows());
  for (const Disc& disc : discs_)
    for (int row = disc.row; row < disc.row + disc.size; ++row) missing_[row] = push_[row];
  for (const Edge& edge : edges_) missing_[edge.row] = push_[edge.row];
  for (const int row : free_) missing_[row] = push_[row];
}

const InteriorPath::Triple& InteriorPath::moved(double share, const Triple& change) {
  moved_.lambda = at_.lambda + share * change.lambda;
  moved_.u = at_.u + share * change.u;
  moved_.z = at_.z + share * change.z;
  return moved_;
}

// Of what is tau everywhere along the path.
double InteriorPath::mean(const Triple& p) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < discs_.size(); ++k) sum += p.z[static_cast<Eigen::Index>(k)] * discs_[k].room(p.lambda);
  for (const Edge& edge : edges_) sum += (p.lambda[edge.row] - edge.bound) * p.u[edge.row];
  const auto count = static_cast<double>(discs_.size() + edges_.size());
  return count > 0.0 ? sum / count : kUnbounded * tau_;
}

bool InteriorPath::step() {
  if (!(tau_ > kLastTau)) return false;
  stopIfAsked();
  slope();
  ++factorizations_;
  if (!system_.factor(slope_)) return false;
  direct(0.0, nullptr, predicted_);
  const double predicted = reach(predicted_);
  const double left = std::clamp(mean(moved(predicted, predicted_)) / tau_, 0.0, 1.0);
  direct(left * left * left * tau_, &predicted_, change_);
  double share = reach(change_);
  if (!(share > kMisled * predicted)) {
    direct(kCentring * tau_, nullptr, change_);
    share = reach(change_);
  }
  if (!(share > kShortest) || !change_.lambda.allFinite()) return false;
  share_ = share;
  at_ = moved(share, change_);
  tau_ = mean(at_);
  arrive();
  return true;
}

void InteriorPath::slope() {
  const int dim = rows_.dim;
  slope_.symmetric = true;
  slope_.contacts.assign(static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim * rows_.contacts), 0.0);
  slope_.joint_rows.setZero(rows_.joint_rows);
  const auto at = [&](int row, int column) -> double& {
    if (row >= rows_.firstJointRow()) return slope_.joint_rows[row - rows_.firstJointRow()];
    const int place = (row / dim * dim + column % dim) * dim + row % dim;
    return slope_.contacts[static_cast<std::size_t>(place)];
  };
  for (const Edge& edge : edges_) at(edge.row, edge.row) = (at_.lambda[edge.row] - edge.bound) / at_.u[edge.row];
  for (const int row : free_) at(row, row) = 1.0 / give();
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const Disc& disc = discs_[k];
    const Place& place = places_[k];
    for (int i = 0; i < disc.size; ++i) {
      const Vec2 column = place.yield(Vec2::Unit(i));
      for (int j = 0; j < disc.size; ++j) at(disc.row + j, disc.row + i) = column[j];
      if (disc.normal < 0) continue;
      slope_.symmetric = false;
      at(disc.row + i, disc.normal) = at(disc.normal, disc.normal) * place.normal_push[i];
    }
  }
}

// Newton's change toward `tau`, with the curvature along `bend` unless that is null.
void InteriorPath::direct(double tau, const Triple* bend, Triple& d) {
  push_.setZero(rows_.rows());
  lacking_.resize(at_.z.size());
  for (const Edge& edge : edges_) {
    double lacking = tau - (at_.lambda[edge.row] - edge.bound) * at_.u[edge.row];
    if (bend != nullptr) lacking -= bend->lambda[edge.row] * bend->u[edge.row];
    push_[edge.row] = lacking / at_.u[edge.row];
  }
  for (const int row : free_) push_[row] = -(at_.u[row] / give() + at_.lambda[row]);
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const Disc& disc = discs_[k];
    const Place& place = places_[k];
    const auto at = static_cast<Eigen::Index>(k);
    const double z = at_.z[at];
    Vec2 force = disc.part(at_.u) + 2.0 * z * place.s;
    double lacking = tau - z * place.room;
    if (bend != nullptr) {
      const Vec2 ds = disc.part(bend->lambda);
      const double dr = disc.widening(bend->lambda);
      force += 2.0 * bend->z[at] * ds;
      lacking -= z * (dr * dr - ds.squaredNorm()) + bend->z[at] * place.roomChange(ds, dr);
    }
    lacking_[at] = lacking;
    Vec2 push = -place.yield(force + 2.0 * lacking / place.room * place.s);
    if (disc.normal >= 0) push += push_[disc.normal] * place.normal_push;
    for (int i = 0; i < disc.size; ++i) push_[disc.row + i] = push[i];
  }
  rows_.sloped(slope_, missing_, d.lambda);
  d.lambda = push_ - d.lambda;
  system_.solveInPlace(d.lambda);
  system_.product(d.lambda, d.u);
  d.u += missing_;
  d.z.resize(at_.z.size());
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const Disc& disc = discs_[k];
    const auto at = static_cast<Eigen::Index>(k);
    const double change = places_[k].roomChange(disc.part(d.lambda), disc.widening(d.lambda));
    d.z[at] = (lacking_[at] - at_.z[at] * change) / places_[k].room;
  }
}

// The share of a change, one at most, up to which everything stays inside.
double InteriorPath::reach(const Triple& d) const {
  const double fraction = share_ > kLate ? kLateFraction : kFraction;
  double most = 1.0;
  const auto keep = [&](double x, double dx) {
    if (dx < 0.0) most = std::min(most, -fraction * x / dx);
  };
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    keep(at_.z[at], d.z[at]);
    const Vec2 ds = discs_[k].part(d.lambda);
    const double dr = discs_[k].widening(d.lambda);
    const double root = firstRoot(places_[k].room, places_[k].roomChange(ds, dr), dr * dr - ds.squaredNorm());
    most = std::min(most, fraction * root);
  }
  for (const Edge& edge : edges_) {
    keep(edge.sign * (at_.lambda[edge.row] - edge.bound), edge.sign * d.lambda[edge.row]);
    keep(edge.sign * at_.u[edge.row], edge.sign * d.u[edge.row]);
  }
  return most;
}

}  // namespace keystone
