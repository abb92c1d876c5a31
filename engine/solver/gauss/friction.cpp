#include "solver/gauss/friction.h"

#include <algorithm>
#include <cmath>

#include "solver/gauss/program.h"

namespace keystone {
namespace {

// Whether a contact's two tangents have the same pattern, as those of bodies have.
bool haveCommonTangents(const ContactProblem& problem, const SparseRows& A) {
  const auto columns = [&](int row) {
    const int first = A.outerIndexPtr()[row], last = A.outerIndexPtr()[row + 1];
    return std::span(A.innerIndexPtr() + first, static_cast<std::size_t>(last - first));
  };
  for (int c = 0; c < problem.contacts; ++c)
    if (const int t1 = problem.normalRow(c) + 1; !std::ranges::equal(columns(t1), columns(t1 + 1))) return false;
  return true;
}

// The rows of A, those of a contact's two tangents with the same pattern.
SparseRows withCommonTangents(const ContactProblem& problem, const SparseRows& A) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(A.nonZeros());
  for (int row = 0; row < A.rows(); ++row) {
    for (SparseRows::InnerIterator it(A, row); it; ++it) {
      entries.emplace_back(row, static_cast<int>(it.col()), it.value());
      if (!problem.isTangent(row)) continue;
      const int first = problem.normalRow(problem.contactOf(row)) + 1;
      entries.emplace_back(row == first ? first + 1 : first, static_cast<int>(it.col()), 0.0);
    }
  }
  SparseRows common(A.rows(), A.cols());
  common.setFromTriplets(entries.begin(), entries.end());
  return common;
}

bool slides(RowSet set) {
  return set == RowSet::SlideForward || set == RowSet::SlideBackward;
}

Vec2 quarterTurn(const Vec2& v) {
  return {-v.y(), v.x()};
}

// t's part inside the disc of `radius`.
Vec2 project(const Vec2& t, double radius) {
  const double length = t.norm();
  return length > radius ? Vec2(t * (radius / length)) : t;
}

constexpr double kFar = 2.0;  // radii that t is followed: beyond, only its direction counts

}  // namespace

LaggedFriction::LaggedFriction(const ContactProblem& problem, FrictionLaw law, double settled,
                               QuadraticProgram& program)
    : problem_(problem), law_(law), settled_(settled), program_(program) {
  any_ = problem.dim > 1 && problem.contacts > 0 && problem.mu.maxCoeff() > 0.0;
  if (turns() && !haveCommonTangents(problem, program.A)) program.A = withCommonTangents(problem, program.A);
  A_ = program.A;
  b_ = program.b;
  const VecX w = rowMobility(program);
  mobility_.setZero(problem.contacts);
  for (int c = 0; c < problem.contacts && problem.dim > 1; ++c)
    mobility_[c] = w.segment(problem.normalRow(c) + 1, problem.dim - 1).maxCoeff();
  direction_.assign(problem.contacts, Vec2::UnitX());
}

double LaggedFriction::radius(int contact, double normal) const {
  return problem_.mu[contact] * std::max(normal, 0.0);
}

Vec2 LaggedFriction::tangent(const VecX& v, int contact) const {
  const int n = problem_.normalRow(contact);
  if (problem_.dim == 2) return {v[n + 1], 0.0};
  const Vec2& d = direction_[contact];
  return v[n + 1] * d + v[n + 2] * quarterTurn(d);
}

void LaggedFriction::turn(int contact, const Vec2& direction, QpSolution& state) {
  const int t1 = problem_.normalRow(contact) + 1, t2 = t1 + 1;
  const Vec2 impulse = tangent(state.lambda, contact);
  direction_[contact] = direction;
  state.lambda[t1] = impulse.dot(direction);
  state.lambda[t2] = impulse.dot(quarterTurn(direction));
  const Vec2 &d = direction, e = quarterTurn(direction);
  program_.b[t1] = d.x() * b_[t1] + d.y() * b_[t2];
  program_.b[t2] = e.x() * b_[t1] + e.y() * b_[t2];
  const double *first = A_.valuePtr() + A_.outerIndexPtr()[t1], *second = A_.valuePtr() + A_.outerIndexPtr()[t2];
  double* turned_first = program_.A.valuePtr() + program_.A.outerIndexPtr()[t1];
  double* turned_second = program_.A.valuePtr() + program_.A.outerIndexPtr()[t2];
  for (int k = 0; k < A_.outerIndexPtr()[t1 + 1] - A_.outerIndexPtr()[t1]; ++k) {
    turned_first[k] = d.x() * first[k] + d.y() * second[k];
    turned_second[k] = e.x() * first[k] + e.y() * second[k];
  }
}

void LaggedFriction::bound(const VecX& lag, const IndexSets& sets, QpSolution& state) {
  if (problem_.dim == 1) return;
  const bool known = static_cast<Eigen::Index>(state.sides.size()) == lag.size() && state.x.size() == A_.cols();
  const VecX u = known ? VecX(program_.A * state.x - program_.b) : VecX();
  const double nothing = 0.5 * settled_ * lag.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < problem_.contacts; ++c) {
    const int n = problem_.normalRow(c);
    const double found = radius(c, lag[n]), limit = found > nothing ? found : 0.0;
    bool across = true;  // friction across the first tangent too
    if (turns()) {
      const Vec2 t = lag.segment<2>(n + 1);
      const double length = t.norm();
      const bool sliding = length > 0.0 && (sets.empty() ? length > limit : slides(sets[n + 1]));
      if (sliding) turn(c, t / length, state);
      across = !sliding;
    }
    for (int row = n + 1; row < n + problem_.dim; ++row) {
      const double width = row == n + 1 || across ? limit : 0.0;
      const bool given = program_.upper[row] == 0.0;  // so far it had no side of its own
      program_.lower[row] = -width;
      program_.upper[row] = width;
      if (!given || !known || width == 0.0) continue;
      const double t = !turns() ? state.lambda[row] - u[row] / mobility_[c] : across ? 0.0 : kFar * width;
      state.sides[row] = t > width ? Side::Upper : t < -width ? Side::Lower : Side::Free;
    }
  }
}

VecX LaggedFriction::impulses(const QpSolution& state) const {
  VecX lambda = state.lambda;
  for (int c = 0; c < problem_.contacts && turns(); ++c)
    lambda.segment<2>(problem_.normalRow(c) + 1) = tangent(state.lambda, c);
  return lambda;
}

VecX LaggedFriction::lagOf(const QpSolution& state) const {
  VecX lag = VecX::Zero(problem_.rows());
  const VecX u = program_.A * state.x - program_.b;
  for (int c = 0; c < problem_.contacts && problem_.dim > 1; ++c) {
    const int n = problem_.normalRow(c);
    lag[n] = state.lambda[n];
    if (!turns() || mobility_[c] <= 0.0) continue;
    const Vec2 t = tangent(state.lambda, c) - tangent(u, c) / mobility_[c];
    lag.segment<2>(n + 1) = project(t, kFar * radius(c, lag[n]));
  }
  return lag;
}

IndexSets LaggedFriction::setsOnTheWay(std::span<const Side> sides, const IndexSets& start) const {
  IndexSets found = toSets(problem_, sides);
  for (int row = 0; row < problem_.firstJointRow(); ++row) {
    if (!problem_.isTangent(row) || found[row] == RowSet::Ignored) continue;
    const int first = problem_.normalRow(problem_.contactOf(row)) + 1;
    const bool pair = turns() && program_.upper[first] > 0.0 && program_.upper[first + 1] == 0.0;
    if (pair)
      found[row] = sides[first] == Side::Upper ? RowSet::SlideForward : RowSet::Stick;
    else if (program_.upper[row] == 0.0)
      found[row] = !start.empty() && start[row] != RowSet::Ignored ? start[row] : RowSet::Stick;
  }
  return found;
}

bool LaggedFriction::isAtBound(int contact, std::span<const Side> sides) const {
  const int n = problem_.normalRow(contact);
  for (int row = n + 1; row < n + problem_.dim; ++row)
    if (program_.upper[row] > 0.0 && sides[row] != Side::Free) return true;
  return false;
}

IndexSets LaggedFriction::sets(const QpSolution& state) const {
  const double slack = settled_ * state.lambda.lpNorm<Eigen::Infinity>();
  IndexSets found = toSets(problem_, state.sides);
  const VecX u = program_.A * state.x - program_.b;
  for (int c = 0; c < problem_.contacts && problem_.dim > 1; ++c) {
    const int n = problem_.normalRow(c);
    if (found[n] != RowSet::Clamped) continue;
    const bool sided = program_.upper[n + 1] > 0.0;
    if (sided && !turns()) continue;  // as the sides have it
    const double limit = radius(c, state.lambda[n]) + slack;
    const Vec2 t = tangent(state.lambda, c) - tangent(u, c) / std::max(mobility_[c], 1e-300);
    for (int k = 0; k < problem_.dim - 1; ++k) {
      const bool sliding = sided ? isAtBound(c, state.sides) : (turns() ? t.norm() : std::abs(t[k])) > limit;
      const bool forward = turns() || t[k] > 0.0;
      found[n + 1 + k] = !sliding ? RowSet::Stick : forward ? RowSet::SlideForward : RowSet::SlideBackward;
    }
  }
  return found;
}

VecX Lag::next(const VecX& found) {
  constexpr int kPlainRounds = 3;
  constexpr std::size_t kDepth = 5;
  constexpr double kReach = 20.0;  // of the last changes, how far their mixing is followed
  VecX wanted = found;
  if (!used_.empty()) {
    found_.push_back(found);
    const auto depth = static_cast<Eigen::Index>(std::min(found_.size() - 1, kDepth));
    if (++rounds_ > kPlainRounds && depth > 0) {
      const std::size_t last = found_.size() - 1;
      const VecX miss = found - used_[last];
      MatX misses(found.size(), depth), moves(found.size(), depth);
      for (Eigen::Index k = 0; k < depth; ++k) {
        const std::size_t earlier = last - 1 - static_cast<std::size_t>(k);
        moves.col(k) = found - found_[earlier];
        misses.col(k) = miss - (found_[earlier] - used_[earlier]);
      }
      const VecX share = misses.colPivHouseholderQr().solve(miss);
      if (share.allFinite() && share.lpNorm<Eigen::Infinity>() <= kReach) wanted -= moves * share;
    }
    if (found_.size() > kDepth) {
      found_.erase(found_.begin());
      used_.erase(used_.begin());
    }
  }
  used_.push_back(wanted);
  return wanted;
}

}  // namespace keystone
