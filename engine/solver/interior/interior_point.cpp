#include "solver/interior/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "math/rounding.h"
#include "math/scratch_pool.h"
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

// (B^T B)^-1, symmetric and positive whatever is rounded.
MatX inverseOfSquare(const MatX& B) {
  const Eigen::HouseholderQR<MatX> qr(B);
  const MatX root =
      qr.matrixQR().topRows(B.cols()).triangularView<Eigen::Upper>().solve(MatX::Identity(B.cols(), B.cols()));
  return root * root.transpose();
}

// How many of a contact's rows bear anything.
int rowsOf(const ConeRows& rows, int contact) {
  return rows.mu[contact] > 0.0 ? rows.dim : 1;
}

}  // namespace

bool canRelax(const ConeRows& rows) {
  if (rows.discs.empty()) return true;
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& count = *workspace;  // [contacts], rows of each and of its discs
  count.resize(rows.contacts);
  for (int c = 0; c < rows.contacts; ++c) count[c] = rowsOf(rows, c);
  for (const FrictionDisc& disc : rows.discs)
    if (disc.contact >= 0) count[disc.contact] += disc.count;
  return std::ranges::all_of(count, [](int many) { return many <= GeneralizedJacobian::Coupling::kMost; });
}

InteriorPoint::InteriorPoint(const ConeRows& rows, ConeSystem& system, const InteriorOptions& options,
                             int& factorizations, NewtonWatch watch)
    : rows_(rows), system_(system), options_(options), factorizations_(factorizations), watch_(std::move(watch)) {
  listDiscs();
  listContacts(false);
  listJoints();
  coupled_lines_ = lines_.size();
  listContacts(true);
}

InteriorEnd InteriorPoint::solve() {
  kept_ = {};
  start();
  const bool has_bounds = !cones_.empty() || !discs_.empty() || !lines_.empty();
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    stopIfAsked();
    keepBest();
    if (tau_ > options_.worse * kept_.tau) return stopped();
    const bool is_lawful = tau_ <= options_.nearly_done && defect() <= options_.lawful;
    if (is_lawful && (options_.takes_sliding || !slides())) return InteriorEnd::Lawful;
    if (has_bounds && tau_ <= options_.lawful * options_.lawful) return InteriorEnd::Sliding;
    if (isInfeasible()) return InteriorEnd::Infeasible;
    ++factorizations_;
    if (!factor()) return stopped();
    direct(0.0, false);
    const double left = 1.0 - std::min(1.0, largestStep());
    forCones([](auto& cone) {
      cone.predicted_dx = cone.dx;
      cone.predicted_ds = cone.ds;
    });
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
  kept_ = {tau_, lambda_, cones_, discs_, lines_};
}

// Where contacts slide, rounding ends the steps near the root of its size, and the last ones may lead away again.
InteriorEnd InteriorPoint::stopped() {
  if (kept_.tau < tau_) {
    lambda_ = kept_.lambda;
    cones_ = kept_.cones;
    discs_ = kept_.discs;
    lines_ = kept_.lines;
    arrive();
  }
  return tau_ <= options_.nearly_done ? InteriorEnd::Sliding : InteriorEnd::Stalled;
}

// Those of one contact with its rows in one coupling, before which the contact's own stand.
void InteriorPoint::listDiscs() {
  if (!rows_.discs.empty()) coupling_of_.assign(rows_.contacts, -1);
  for (std::size_t i = 0; i < rows_.discs.size(); ++i) {
    const FrictionDisc& disc = rows_.discs[i];
    if (disc.limit == 0.0) continue;  // nothing to find
    Cone<4> cone{.normal = -1,
                 .first = rows_.firstJointRow() + disc.first,
                 .count = disc.count,
                 .factor = disc.limit,
                 .disc = static_cast<int>(i)};
    if (disc.contact >= 0) {
      cone.normal = rows_.dim * disc.contact;
      if (rows_.scale[cone.normal] == 0.0) continue;
      int& at = coupling_of_[disc.contact];
      if (at < 0) {
        at = static_cast<int>(jacobian_.couplings.size());
        const int own = rowsOf(rows_, disc.contact);
        jacobian_.couplings.push_back({.contact = disc.contact, .count = own});
        std::iota(jacobian_.couplings.back().rows.begin(), jacobian_.couplings.back().rows.begin() + own, cone.normal);
      }
      GeneralizedJacobian::Coupling& coupling = jacobian_.couplings[at];
      cone.coupling = at;
      cone.place = coupling.count;
      for (int k = 0; k < cone.count; ++k) coupling.rows[coupling.count++] = cone.first + k;
    }
    discs_.push_back(cone);
  }
}

// Those with discs, or those without.
void InteriorPoint::listContacts(bool coupled) {
  const bool is_cone = rows_.dim == 3 && rows_.law == FrictionLaw::Cone;
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = rows_.dim * c, coupling = coupling_of_.empty() ? -1 : coupling_of_[c];
    const double mu = rows_.mu[c];
    if (rows_.scale[n] == 0.0 || coupled != (coupling >= 0)) continue;
    if (mu == 0.0) {
      lines_.push_back({.row = n});
    } else if (is_cone) {
      cones_.push_back({.normal = n, .first = n + 1, .count = 2, .factor = mu, .coupling = coupling});
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
    if (rows_.isOnDisc(k)) continue;
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
  forCones([this](auto& cone) {
    if (cone.normal >= 0) lambda_[cone.normal] = 1.0;
    cone.s.setZero();
    cone.s[0] = 1.0;
  });
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
  forCones([&](const auto& cone) {
    cone.push(cone.s, u_);
    sum += cone.s.dot(cone.of(lambda_));
  });
  for (const HalfLine& line : lines_) {
    line.push(line.z, u_);
    sum += line.z * line.y(lambda_);
  }
  const auto count = static_cast<double>(cones_.size() + discs_.size() + lines_.size());
  tau_ = count > 0.0 ? sum / count : 0.0;
  system_.product(lambda_, dual_residual_);
  dual_residual_ += rows_.q - u_;
}

bool InteriorPoint::factor() {
  const int dim = rows_.dim;
  jacobian_.begin(rows_);
  jacobian_.diagonal = false;
  forCones([this]<int n>(Cone<n>& cone) { cone.scaling = ConeScaling<n>(cone.of(lambda_), cone.s); });
  for (const Cone<3>& cone : cones_) {
    if (cone.coupling >= 0) continue;
    const Vec3 inverse(1.0 / cone.factor, 1.0, 1.0);
    const Mat3 soft = inverse.asDiagonal() * cone.scaling.inverseSquare() * inverse.asDiagonal();
    const Mat3 slope = (Mat3::Identity() + options_.delta * soft).ldlt().solve(soft);
    Eigen::Map<Mat3>(jacobian_.contacts.data() + dim * cone.normal) = 0.5 * (slope + slope.transpose());
  }
  addHalfLines();
  addCouplings();
  for (const int row : free_) jacobian_.joint_rows[row - rows_.firstJointRow()] = 1.0 / options_.delta;
  return system_.factor(jacobian_);
}

// Theta of each block of half-lines, then its inverse.
void InteriorPoint::addHalfLines() {
  const int dim = rows_.dim;
  const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(coupled_lines_);
  for (auto line = lines_.begin(); line != end;) {
    const bool is_joint = line->row >= rows_.firstJointRow();
    const int first = is_joint ? line->row : line->row / dim * dim;
    const int size = line->normal >= 0 ? dim : 1;
    Block theta = Block::Identity(size, size) * options_.delta;
    for (; line != end && line->row >= first && line->row < first + size; ++line) {
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
      jacobian_.contact(first / dim).topLeftCorner(size, size) = theta.inverse();
  }
}

// Likewise of the contacts with discs, and of discs with a constant bound. Of what ties several cones to one normal
// impulse the digits of Theta's small eigenvalues are lost in its sums: it is kept as B^T B, and inverted by B's QR.
void InteriorPoint::addCouplings() {
  const double least = std::sqrt(options_.delta);
  std::vector<MatX> roots;  // [couplings], B
  for (const GeneralizedJacobian::Coupling& coupling : jacobian_.couplings)
    roots.emplace_back(least * MatX::Identity(coupling.count, coupling.count));
  forCones([&]<int n>(const Cone<n>& cone) {
    if (cone.coupling < 0) return;
    MatX& root = roots[cone.coupling];
    const typename ConeScaling<n>::Mat V = cone.scaling.matrix();
    root.conservativeResizeLike(MatX::Zero(root.rows() + n, root.cols()));
    root.col(0).tail<n>() = cone.factor * V.col(0);
    root.middleCols(cone.place, cone.count).template bottomRows<n>() = V.middleCols(1, cone.count);
  });
  for (std::size_t i = coupled_lines_; i < lines_.size(); ++i) {
    const HalfLine& line = lines_[i];
    const int contact = line.row / rows_.dim;
    MatX& root = roots[coupling_of_[contact]];
    const double weight = std::sqrt(line.z / line.y(lambda_));
    root.conservativeResizeLike(MatX::Zero(root.rows() + 1, root.cols()));
    if (line.normal >= 0) root(root.rows() - 1, 0) = weight * line.mu;
    root(root.rows() - 1, line.row - rows_.dim * contact) = weight * line.sign;
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    GeneralizedJacobian::Coupling& coupling = jacobian_.couplings[i];
    coupling.own.setZero();
    coupling.own.topLeftCorner(coupling.count, coupling.count) = inverseOfSquare(roots[i]);
  }
  for (const Cone<4>& cone : discs_) {
    if (cone.coupling >= 0) continue;
    MatX root(4 + cone.count, cone.count);
    root << cone.scaling.matrix().middleCols(1, cone.count), least * MatX::Identity(cone.count, cone.count);
    jacobian_.discs[cone.disc].own.topLeftCorner(cone.count, cone.count) = inverseOfSquare(root);
  }
}

// The change toward duality measure `tau`, with the second-order term of the predicted change or without.
void InteriorPoint::direct(double tau, bool corrects) {
  push_ = -dual_residual_;
  forCones([&]<int n>(Cone<n>& cone) {
    const typename Cone<n>::Vec& v = cone.scaling.point();
    typename Cone<n>::Vec r = -jordanProduct<n>(v, v);
    r[0] += tau;
    if (corrects)
      r -= jordanProduct<n>(cone.scaling.apply(cone.predicted_dx), cone.scaling.applyInverse(cone.predicted_ds));
    cone.ds = cone.scaling.apply(jordanQuotient<n>(r, v));
    cone.push(cone.ds, push_);
  });
  for (HalfLine& line : lines_) {
    line.dz = (tau - (corrects ? line.predicted_dy * line.predicted_dz : 0.0)) / line.y(lambda_) - line.z;
    line.push(line.dz, push_);
  }
  rows_.apply(jacobian_, push_, change_);
  system_.solveInPlace(change_);
  forCones([this](auto& cone) {
    cone.dx = cone.ofChange(change_);
    cone.ds -= cone.scaling.apply(cone.scaling.apply(cone.dx));
  });
  for (HalfLine& line : lines_) {
    line.dy = line.along(change_);
    line.dz -= line.z * line.dy / line.y(lambda_);
  }
}

// The share of the change up to which everything stays inside.
double InteriorPoint::largestStep() {
  double most = std::numeric_limits<double>::infinity();
  forCones([&]<int n>(const Cone<n>& cone) {
    most = std::min({most, stepToConeBoundary<n>(cone.of(lambda_), cone.dx), stepToConeBoundary<n>(cone.s, cone.ds)});
  });
  for (const HalfLine& line : lines_) {
    if (line.dy < 0.0) most = std::min(most, -line.y(lambda_) / line.dy);
    if (line.dz < 0.0) most = std::min(most, -line.z / line.dz);
  }
  return most;
}

void InteriorPoint::move(double share) {
  lambda_ += share * change_;
  forCones([share]<int n>(Cone<n>& cone) {
    cone.s += share * cone.ds;
    // Friction that is all but at its bound leaves its multiplier so near the cone's side that rounding takes it out.
    cone.s[0] = std::max(cone.s[0], (1.0 + kFewRoundings) * cone.s.template tail<n - 1>().norm());
  });
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

// Whether rows with friction or on discs move under the lawful impulses.
bool InteriorPoint::slides() {
  system_.product(lawful_, push_);
  push_ += rows_.q;
  double fastest = 0.0;
  forCones([&](const auto& cone) {
    if (!(cone.of(lawful_)[0] > 0.0)) return;
    fastest = std::max(fastest, push_.segment(cone.first, cone.count).template lpNorm<Eigen::Infinity>());
  });
  for (const HalfLine& line : lines_)
    if (line.normal >= 0 && lawful_[line.normal] > 0.0) fastest = std::max(fastest, std::abs(push_[line.row]));
  return fastest > options_.still;
}

// Whether the impulses prove that no velocities satisfy the contacts, by Farkas' lemma: r in K, W r = 0, q . r < 0.
bool InteriorPoint::isInfeasible() {
  const double size = lambda_.lpNorm<Eigen::Infinity>();
  system_.product(lambda_, push_);
  return push_.lpNorm<Eigen::Infinity>() <= options_.unmoved * size && rows_.q.dot(lambda_) < -options_.unmoved * size;
}

bool isWithoutSolution(const ConeRows& rows, ConeSystem& system, int& factorizations) {
  if (rows.mu.isZero(0.0) && rows.discs.empty()) return true;  // what was asked had none
  ConeRows frictionless = rows;
  frictionless.mu.setZero();
  for (FrictionDisc& disc : frictionless.discs) disc.limit = 0.0;
  // The relaxation has none already. Impulses 1e5 times as large as those that stop all by themselves prove as much.
  InteriorOptions options;
  options.unmoved = 1e-5;
  InteriorPoint method(frictionless, system, options, factorizations);
  return method.solve() == InteriorEnd::Infeasible;
}

}  // namespace keystone
