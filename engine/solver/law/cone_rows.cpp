#include "solver/law/cone_rows.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "solver/row_scale.h"

namespace keystone {
namespace {

template <int m>
void multiply(const GeneralizedJacobian& S, int contacts, const VecX& x, VecX& y) {
  for (int c = 0; c < contacts; ++c) {
    const Eigen::Matrix<double, m, 1> part = x.segment<m>(m * c);
    y.segment<m>(m * c).noalias() = Eigen::Map<const Eigen::Matrix<double, m, m>>(S.contacts.data() + m * m * c) * part;
  }
}

// The rows of a disc share the scale of the one that moves most, so that it stays a disc.
void scaleDiscs(const ContactProblem& problem, VecX& scale) {
  for (const FrictionDisc& disc : problem.discs) {
    auto rows = scale.segment(problem.firstJointRow() + disc.first, disc.count);
    double smallest = 0.0;
    for (const double s : rows)
      if (s > 0.0 && (smallest == 0.0 || s < smallest)) smallest = s;
    rows.setConstant(smallest);
  }
}

// Limits of impulses that are scaled; of what nothing moves, none.
void scaleLimits(const ContactProblem& problem, ConeRows& rows) {
  rows.discs = problem.discs;
  for (FrictionDisc& disc : rows.discs) {
    const double own = rows.scale[problem.firstJointRow() + disc.first];
    const double unit = disc.contact < 0 ? 1.0 / rows.size : rows.scale[problem.normalRow(disc.contact)];
    disc.limit *= own > 0.0 ? unit / own : 0.0;
  }
}

void projectContact(const ConeRows& rows, int contact, const VecX& y, VecX& lambda) {
  const int n = rows.dim * contact;
  const double normal = std::max(y[n], 0.0);
  const double radius = rows.mu[contact] * normal;
  lambda[n] = normal;
  if (rows.dim == 2) lambda[n + 1] = std::clamp(y[n + 1], -radius, radius);
  if (rows.dim < 3) return;
  auto friction = lambda.segment<2>(n + 1);
  friction = y.segment<2>(n + 1);
  if (rows.law == FrictionLaw::Box) {
    friction = friction.cwiseMax(-radius).cwiseMin(radius);
  } else if (const double length = friction.norm(); length > radius) {
    friction *= radius / length;
  }
}

// Before the contacts: what slides on a disc needs the g of its normal row as it is given.
void linearizeDiscs(const ConeRows& rows, const VecX& y, double weight, VecX& g, GeneralizedJacobian& S) {
  const double held = 1.0 / weight, keep = 1.0 - weight;
  S.couplings.clear();
  for (std::size_t i = 0; i < rows.discs.size(); ++i) {
    const FrictionDisc& disc = rows.discs[i];
    const int first = rows.firstJointRow() + disc.first, n = rows.dim * disc.contact;
    const bool is_open = disc.contact >= 0 && y[n] < 0.0;
    if (is_open || disc.limit == 0.0) continue;
    const double radius = rows.radiusOf(disc, y);
    const double length = y.segment(first, disc.count).norm();
    auto own = S.discs[i].own.topLeftCorner(disc.count, disc.count);
    auto g_own = g.segment(first, disc.count);
    S.diagonal = false;
    if (length <= radius) {
      own.diagonal().setConstant(held);
      g_own *= held;
      continue;
    }
    Vec3 along = Vec3::Zero(), given = Vec3::Zero();
    along.head(disc.count) = y.segment(first, disc.count) / length;
    given.head(disc.count) = g_own;
    const double turn = radius / length;  // how much of a change across the motion the friction follows
    const double across = 1.0 / (1.0 - keep * turn);
    const double pulled = along.dot(given), by_normal = disc.contact < 0 ? 0.0 : disc.limit * held;
    own = (turn * across * (Mat3::Identity() - along * along.transpose())).topLeftCorner(disc.count, disc.count);
    S.discs[i].by_normal = by_normal * along;
    if (by_normal > 0.0) S.symmetric = false;
    const double bound = disc.contact < 0 ? 0.0 : keep * by_normal * g[n];
    g_own = ((pulled + bound) * along + across * (given - pulled * along)).head(disc.count);
  }
}

}  // namespace

void GeneralizedJacobian::begin(const ConeRows& rows) {
  dim = rows.dim;
  symmetric = diagonal = true;
  contacts.assign(static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim * rows.contacts), 0.0);
  joint_rows.setZero(rows.joint_rows);
  discs.assign(rows.discs.size(), {});
}

void ConeRows::project(const VecX& y, VecX& lambda) const {
  lambda.resize(rows());
  if (dim == 1)
    lambda.head(contacts) = y.head(contacts).cwiseMax(0.0);
  else
    for (int c = 0; c < contacts; ++c) projectContact(*this, c, y, lambda);
  for (int k = 0; k < joint_rows; ++k)
    lambda[firstJointRow() + k] = std::clamp(y[firstJointRow() + k], lower[k], upper[k]);
  for (const FrictionDisc& disc : discs) {
    auto friction = lambda.segment(firstJointRow() + disc.first, disc.count);
    const double radius = radiusOf(disc, lambda);
    if (const double length = friction.norm(); length > radius) friction *= radius / length;
  }
}

void ConeRows::linearize(const VecX& y, double weight, VecX& g, GeneralizedJacobian& S) const {
  const double held = 1.0 / weight;  // S where a row holds u = 0, and g's factor there
  const double keep = 1.0 - weight;
  S.begin(*this);
  linearizeDiscs(*this, y, weight, g, S);
  for (int c = 0; c < contacts; ++c) {
    const int n = dim * c;
    if (y[n] < 0.0) continue;
    Eigen::Map<MatX> slope = S.contact(c);
    const double g_n = g[n];
    slope(0, 0) = held;
    g[n] *= held;
    if (mu[c] == 0.0) continue;
    const double radius = mu[c] * y[n];
    // Sliding by itself leaves a row E^-1 g = g + keep g_n (its bound's share) / weight.
    if (dim == 3 && law == FrictionLaw::Cone && y.segment<2>(n + 1).norm() > radius) {
      const double length = y.segment<2>(n + 1).norm();
      const Vec2 along = y.segment<2>(n + 1) / length;
      const Vec2 across(-along.y(), along.x());
      const double turn = radius / length;  // how much of a change across the slip the friction follows
      const Vec2 g_t = g.segment<2>(n + 1);
      slope.col(0).tail<2>() = mu[c] * held * along;
      slope.bottomRightCorner<2, 2>() = turn / (1.0 - keep * turn) * across * across.transpose();
      g.segment<2>(n + 1) =
          (along.dot(g_t) + keep * mu[c] * g_n * held) * along + across.dot(g_t) / (1.0 - keep * turn) * across;
      S.symmetric = S.diagonal = false;
      continue;
    }
    for (int k = 1; k < dim; ++k) {
      if (std::abs(y[n + k]) <= radius) {
        slope(k, k) = held;
        g[n + k] *= held;
      } else {
        const double bound = std::copysign(mu[c], y[n + k]);
        slope(k, 0) = bound * held;
        g[n + k] += keep * bound * g_n * held;
        S.symmetric = S.diagonal = false;
      }
    }
  }
  for (int k = 0; k < joint_rows; ++k) {
    const int row = firstJointRow() + k;
    if (y[row] < lower[k] || y[row] > upper[k] || isOnDisc(k)) continue;
    S.joint_rows[k] = held;
    g[row] *= S.joint_rows[k];
  }
}

void ConeRows::apply(const GeneralizedJacobian& S, const VecX& x, VecX& result) const {
  result.resize(rows());
  const Scratch<std::vector<Vec3>> on_discs;  // `result` may be `x`
  on_discs->clear();
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const FrictionDisc& disc = discs[i];
    Vec3 sum = S.discs[i].own.leftCols(disc.count) * x.segment(firstJointRow() + disc.first, disc.count);
    if (disc.contact >= 0) sum += S.discs[i].by_normal * x[dim * disc.contact];
    on_discs->push_back(sum);
  }
  using Coupling = GeneralizedJacobian::Coupling;
  const Scratch<std::vector<Eigen::Matrix<double, Coupling::kMost, 1>>> coupled;
  coupled->clear();
  for (const Coupling& coupling : S.couplings) {
    Eigen::Matrix<double, Coupling::kMost, 1> part = Eigen::Matrix<double, Coupling::kMost, 1>::Zero();
    for (int k = 0; k < coupling.count; ++k) part[k] = x[coupling.rows[k]];
    coupled->push_back(coupling.own * part);
  }
  if (dim == 1) multiply<1>(S, contacts, x, result);
  if (dim == 2) multiply<2>(S, contacts, x, result);
  if (dim == 3) multiply<3>(S, contacts, x, result);
  result.tail(joint_rows) = S.joint_rows.cwiseProduct(x.tail(joint_rows));
  for (std::size_t i = 0; i < discs.size(); ++i)
    result.segment(firstJointRow() + discs[i].first, discs[i].count) = (*on_discs)[i].head(discs[i].count);
  for (std::size_t i = 0; i < S.couplings.size(); ++i)
    for (int k = 0; k < S.couplings[i].count; ++k) result[S.couplings[i].rows[k]] += (*coupled)[i][k];
}

void ConeRows::readSets(const VecX& lambda, const VecX& u, IndexSets& sets) const {
  const bool is_new = sets.empty();
  sets.resize(rows(), RowSet::Ignored);
  const double noise = kNegligible * std::max(1.0, rows() > 0 ? lambda.lpNorm<Eigen::Infinity>() : 0.0);
  const auto was = [&](int row, RowSet set) { return sets[row] == set; };
  const auto normalSet = [&](int row) {
    if (lambda[row] <= noise && u[row] <= noise && !is_new)
      return was(row, RowSet::Clamped) ? RowSet::Clamped : RowSet::Unclamped;
    return lambda[row] > (is_new ? 0.0 : noise) ? RowSet::Clamped : RowSet::Unclamped;
  };
  // `excess` of y beyond the bound, in the direction of `sign`.
  const auto frictionSet = [&](int row, double excess, double sign) {
    const RowSet slide = sign < 0.0 ? RowSet::SlideBackward : RowSet::SlideForward;
    if (std::abs(excess) <= noise) return was(row, slide) ? slide : RowSet::Stick;
    return excess > 0.0 ? slide : RowSet::Stick;
  };
  for (int c = 0; c < contacts; ++c) {
    const int n = dim * c;
    const auto at = static_cast<std::size_t>(n);
    sets[at] = normalSet(n);
    if (dim == 1) continue;
    if (sets[at] != RowSet::Clamped || mu[c] == 0.0) {
      for (int k = 1; k < dim; ++k) sets[at + k] = RowSet::Ignored;
      continue;
    }
    const double radius = mu[c] * std::max(0.0, lambda[n] - u[n]);
    if (dim == 3 && law == FrictionLaw::Cone) {
      const Vec2 y = lambda.segment<2>(n + 1) - u.segment<2>(n + 1);
      sets[at + 1] = sets[at + 2] = frictionSet(n + 1, y.norm() - radius, 1.0);
      continue;
    }
    for (int row = n + 1; row < n + dim; ++row) {
      const double y = lambda[row] - u[row];
      sets[row] = frictionSet(row, std::abs(y) - radius, y);
    }
  }
  for (int k = 0; k < joint_rows; ++k) {
    const int row = firstJointRow() + k;
    const double y = lambda[row] - u[row];
    RowSet& set = sets[row];
    if (lower[k] == -ContactProblem::kUnbounded && upper[k] == ContactProblem::kUnbounded)
      set = RowSet::Bilateral;
    else if (lower[k] == 0.0 && upper[k] == ContactProblem::kUnbounded)
      set = normalSet(row);
    else
      set = frictionSet(row, std::max(y - upper[k], lower[k] - y), y > upper[k] ? 1.0 : -1.0);
  }
  for (const FrictionDisc& disc : discs) {
    const int first = firstJointRow() + disc.first;
    const double radius = radiusOf(disc, lambda);
    const double pull = (lambda.segment(first, disc.count) - u.segment(first, disc.count)).norm();
    const RowSet set = frictionSet(first, pull - radius, 1.0);
    for (int row = first; row < first + disc.count; ++row) sets[row] = set;
  }
}

void coneRows(const ContactProblem& problem, const VecX& diagonal, FrictionLaw law, ConeRows& rows) {
  rows.dim = problem.dim;
  rows.contacts = problem.contacts;
  rows.joint_rows = problem.joint_rows;
  rows.law = law;
  scaleToUnitDiagonal(diagonal, problem.dim, problem.contacts, rows.scale);
  scaleDiscs(problem, rows.scale);
  rows.mu.setZero(problem.contacts);
  for (int c = 0; problem.dim > 1 && c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if (rows.scale[n + 1] > 0.0) rows.mu[c] = problem.mu[c] * rows.scale[n] / rows.scale[n + 1];
  }
  rows.q = rows.scale.cwiseProduct(problem.q);
  const double largest = problem.rows() > 0 ? rows.q.lpNorm<Eigen::Infinity>() : 0.0;
  rows.size = largest > 0.0 ? largest : 1.0;
  rows.q /= rows.size;
  rows.all_free = rows.q.lpNorm<1>();
  rows.compliance.resize(0);
  if (problem.compliance.size() > 0 && problem.hasBodies())
    rows.compliance = rows.scale.tail(problem.joint_rows).cwiseAbs2().cwiseProduct(problem.compliance);
  rows.lower.setConstant(problem.joint_rows, -ContactProblem::kUnbounded);
  rows.upper.setConstant(problem.joint_rows, ContactProblem::kUnbounded);
  for (int k = 0; k < problem.joint_rows; ++k) {
    const int row = problem.firstJointRow() + k;
    const double unit = rows.scale[row] * rows.size;
    // A bound of nothing that moves: no impulse.
    rows.lower[k] = unit > 0.0 ? problem.lower(row) / unit : 0.0;
    rows.upper[k] = unit > 0.0 ? problem.upper(row) / unit : 0.0;
  }
  rows.disc_of_row = problem.disc_of_row;
  scaleLimits(problem, rows);
}

}  // namespace keystone
