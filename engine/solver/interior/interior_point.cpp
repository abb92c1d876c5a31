#include "solver/interior/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/stop.h"

namespace keystone {
namespace {

// A block of one to three rows.
using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

bool isBelow(double bound) {
  return bound > -ContactProblem::kUnbounded;
}
bool isAbove(double bound) {
  return bound < ContactProblem::kUnbounded;
}

}  // namespace

InteriorPoint::InteriorPoint(const ConeRows& rows, ConeSystem& system, const InteriorOptions& options,
                             int& factorizations, NewtonWatch watch)
    : rows_(rows), system_(system), options_(options), factorizations_(factorizations), watch_(std::move(watch)) {
  listContacts();
  listJoints();
}

InteriorEnd InteriorPoint::solve() {
  kept_ = {};
  start();
  const bool has_bounds = !cones_.empty() || !lines_.empty();
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    stopIfAsked();
    keepBest();
    if (tau_ > options_.worse * kept_.tau) return stopped();
    if (tau_ <= options_.nearly_done && defect() <= options_.lawful) return InteriorEnd::Lawful;
    if (has_bounds && tau_ <= options_.lawful * options_.lawful) return InteriorEnd::Sliding;
    if (isInfeasible()) return InteriorEnd::Infeasible;
    ++factorizations_;
    if (!factor()) return stopped();
    direct(0.0, false);
    const double left = 1.0 - std::min(1.0, largestStep());
    for (Cone& cone : cones_) {
      cone.predicted_dx = cone.dx;
      cone.predicted_ds = cone.ds;
    }
    for (HalfLine& line : lines_) {
      line.predicted_dy = line.dy;
      line.predicted_dz = line.dz;
    }
    direct(left * left * left * tau_, true);
    const double share = std::min(1.0, options_.fraction * largestStep());
    if (!(share > options_.shortest) || !change_.allFinite()) return stopped();
    move(share);
    arrive();
    ++steps_;
    if (watch_) watch_({lambda_, share, factorizations_});
  }
  return stopped();
}

void InteriorPoint::keepBest() {
  if (!(tau_ <= options_.nearly_done) || tau_ >= kept_.tau) return;
  kept_ = {tau_, lambda_, cones_, lines_};
}

// Where contacts slide, rounding ends the steps near the root of its size, and the last ones may lead away again.
InteriorEnd InteriorPoint::stopped() {
  if (kept_.tau < tau_) {
    lambda_ = kept_.lambda;
    cones_ = kept_.cones;
    lines_ = kept_.lines;
    arrive();
  }
  return tau_ <= options_.nearly_done ? InteriorEnd::Sliding : InteriorEnd::Stalled;
}

void InteriorPoint::listContacts() {
  const bool is_cone = rows_.dim == 3 && rows_.law == FrictionLaw::Cone;
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c;
    const double mu = rows_.mu[c];
    if (rows_.scale[n] == 0.0) continue;
    if (mu == 0.0) {
      lines_.push_back({.row = n});
    } else if (is_cone) {
      cones_.push_back({.row = n, .mu = mu});
    } else {
      for (int row = n + 1; row < n + rows_.dim; ++row)
        for (const double sign : {1.0, -1.0}) lines_.push_back({.row = row, .sign = sign, .normal = n, .mu = mu});
    }
  }
}

void InteriorPoint::listJoints() {
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    const double lower = rows_.lower[k], upper = rows_.upper[k];
    if (isBelow(lower) && isAbove(upper) && !(upper > lower)) continue;  // nothing to find
    if (isBelow(lower)) lines_.push_back({.row = row, .bound = lower});
    if (isAbove(upper)) lines_.push_back({.row = row, .sign = -1.0, .bound = -upper});
    if (!isBelow(lower) && !isAbove(upper)) free_.push_back(row);
  }
}

// Normal impulses and multipliers of one, joint rows amid their bounds.
void InteriorPoint::start() {
  lambda_.setZero(rows_.rows());
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const double lower = rows_.lower[k], upper = rows_.upper[k];
    double& own = lambda_[rows_.firstJointRow() + k];
    if (isBelow(lower) && isAbove(upper))
      own = 0.5 * (lower + upper);
    else if (isBelow(lower) || isAbove(upper))
      own = isBelow(lower) ? lower + 1.0 : upper - 1.0;
  }
  for (Cone& cone : cones_) {
    lambda_[cone.row] = 1.0;
    cone.s = Vec3::UnitX();
  }
  for (HalfLine& line : lines_) {
    if (line.row < rows_.firstJointRow()) lambda_[line.normal >= 0 ? line.normal : line.row] = 1.0;
    line.z = 1.0;
  }
  arrive();
}

// Velocities, what the linear equations miss, and tau at a new point.
void InteriorPoint::arrive() {
  u_.setZero(rows_.rows());
  double sum = 0.0;
  for (const Cone& cone : cones_) {
    u_[cone.row] = cone.mu * cone.s[0];
    u_.segment<2>(cone.row + 1) = cone.s.tail<2>();
    sum += cone.s.dot(cone.impulseOf(lambda_));
  }
  for (const HalfLine& line : lines_) {
    line.push(line.z, u_);
    sum += line.z * line.y(lambda_);
  }
  const auto count = static_cast<double>(cones_.size() + lines_.size());
  tau_ = count > 0.0 ? sum / count : 0.0;
  system_.product(lambda_, dual_residual_);
  dual_residual_ += rows_.q - u_;
}

bool InteriorPoint::factor() {
  const int dim = rows_.dim;
  jacobian_.symmetric = true;
  jacobian_.diagonal = false;
  jacobian_.contacts.assign(static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim * rows_.contacts), 0.0);
  jacobian_.joint_rows.setZero(rows_.joint_rows);
  for (Cone& cone : cones_) {
    cone.scaling = ConeScaling(cone.impulseOf(lambda_), cone.s);
    const Vec3 inverse(1.0 / cone.mu, 1.0, 1.0);
    const Mat3 soft = inverse.asDiagonal() * cone.scaling.inverseSquare() * inverse.asDiagonal();
    const Mat3 slope = (Mat3::Identity() + options_.delta * soft).ldlt().solve(soft);
    Eigen::Map<Mat3>(jacobian_.contacts.data() + dim * cone.row) = 0.5 * (slope + slope.transpose());
  }
  addHalfLines();
  for (const int row : free_) jacobian_.joint_rows[row - rows_.firstJointRow()] = 1.0 / options_.delta;
  return system_.factor(jacobian_);
}

// Theta of each block of half-lines, then its inverse.
void InteriorPoint::addHalfLines() {
  const int dim = rows_.dim;
  for (auto line = lines_.begin(); line != lines_.end();) {
    const bool is_joint = line->row >= rows_.firstJointRow();
    const int first = is_joint ? line->row : line->row / dim * dim;
    const int size = line->normal >= 0 ? dim : 1;
    Block theta = Block::Identity(size, size) * options_.delta;
    for (; line != lines_.end() && line->row >= first && line->row < first + size; ++line) {
      const double weight = line->z / line->y(lambda_);
      const int k = line->row - first;
      theta(k, k) += weight;
      if (line->normal < 0) continue;
      theta(0, 0) += weight * line->mu * line->mu;
      theta(k, 0) += weight * line->mu * line->sign;
      theta(0, k) = theta(k, 0);
    }
    if (is_joint)
      jacobian_.joint_rows[first - rows_.firstJointRow()] = 1.0 / theta(0, 0);
    else
      Eigen::Map<MatX>(jacobian_.contacts.data() + dim * first, dim, dim).topLeftCorner(size, size) = theta.inverse();
  }
}

// The change toward duality measure `tau`, with the second-order term of the predicted change or without.
void InteriorPoint::direct(double tau, bool corrects) {
  push_ = -dual_residual_;
  for (Cone& cone : cones_) {
    const Vec3& v = cone.scaling.point();
    Vec3 r = -jordanProduct(v, v);
    r[0] += tau;
    if (corrects)
      r -= jordanProduct(cone.scaling.apply(cone.predicted_dx), cone.scaling.applyInverse(cone.predicted_ds));
    cone.ds = cone.scaling.apply(jordanQuotient(r, v));
    push_[cone.row] += cone.mu * cone.ds[0];
    push_.segment<2>(cone.row + 1) += cone.ds.tail<2>();
  }
  for (HalfLine& line : lines_) {
    line.dz = (tau - (corrects ? line.predicted_dy * line.predicted_dz : 0.0)) / line.y(lambda_) - line.z;
    line.push(line.dz, push_);
  }
  rows_.apply(jacobian_, push_, change_);
  system_.solveInPlace(change_);
  for (Cone& cone : cones_) {
    cone.dx = cone.impulseOf(change_);
    cone.ds -= cone.scaling.apply(cone.scaling.apply(cone.dx));
  }
  for (HalfLine& line : lines_) {
    line.dy = line.along(change_);
    line.dz -= line.z * line.dy / line.y(lambda_);
  }
}

// The share of the change up to which everything stays inside.
double InteriorPoint::largestStep() const {
  double most = std::numeric_limits<double>::infinity();
  for (const Cone& cone : cones_)
    most = std::min({most, stepToConeBoundary(cone.impulseOf(lambda_), cone.dx), stepToConeBoundary(cone.s, cone.ds)});
  for (const HalfLine& line : lines_) {
    if (line.dy < 0.0) most = std::min(most, -line.y(lambda_) / line.dy);
    if (line.dz < 0.0) most = std::min(most, -line.z / line.dz);
  }
  return most;
}

void InteriorPoint::move(double share) {
  lambda_ += share * change_;
  for (Cone& cone : cones_) cone.s += share * cone.ds;
  for (HalfLine& line : lines_) line.z += share * line.dz;
}

const VecX& InteriorPoint::lawfulImpulses() {
  system_.product(lambda_, push_);
  lawful_ = lambda_ - push_ - rows_.q;
  rows_.project(lawful_, lawful_);
  return lawful_;
}

// max |lambda - P(lambda - u)| of the lawful impulses, of max(1, the largest).
double InteriorPoint::defect() {
  lawfulImpulses();
  system_.product(lawful_, push_);
  push_ = lawful_ - push_ - rows_.q;
  rows_.project(push_, push_);
  return (lawful_ - push_).lpNorm<Eigen::Infinity>() / rows_.scaleOf(lawful_);
}

// Whether the impulses prove that no velocities satisfy the contacts, by Farkas' lemma: r in K, W r = 0, q . r < 0.
bool InteriorPoint::isInfeasible() {
  const double size = lambda_.lpNorm<Eigen::Infinity>();
  system_.product(lambda_, push_);
  return push_.lpNorm<Eigen::Infinity>() <= options_.unmoved * size && rows_.q.dot(lambda_) < -options_.unmoved * size;
}

bool isWithoutSolution(const ConeRows& rows, ConeSystem& system, int& factorizations) {
  if (rows.mu.isZero(0.0)) return true;  // what was asked had none
  ConeRows frictionless = rows;
  frictionless.mu.setZero();
  InteriorPoint method(frictionless, system, {}, factorizations);
  return method.solve() == InteriorEnd::Infeasible;
}

}  // namespace keystone
