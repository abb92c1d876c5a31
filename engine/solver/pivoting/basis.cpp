#include "solver/pivoting/basis.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kFrameNoise = 1e-11;  // of the normal impulse

bool wantsFactor(RowSet set) {
  return set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral;
}

void addRow(const SparseRows& W, int row, double weight, VecX& dense) {
  for (SparseRows::InnerIterator it(W, row); it; ++it) dense[it.col()] += weight * it.value();
}

}  // namespace

Basis::Basis(const ScaledProblem& problem)
    : lambda(VecX::Zero(problem.rows())),
      u(problem.q),
      problem_(&problem),
      sets_(static_cast<std::size_t>(problem.rows())),
      slot_(static_cast<std::size_t>(problem.rows()), -1),
      dense_row_(VecX::Zero(problem.rows())),
      dense_column_(VecX::Zero(problem.rows())) {
  for (int i = 0; i < problem.rows(); ++i)
    sets_[static_cast<std::size_t>(i)] = problem.isNormal(i)    ? RowSet::Unclamped
                                         : problem.isTangent(i) ? RowSet::Ignored
                                         : problem.isBounded(i) ? RowSet::Stick
                                                                : RowSet::Bilateral;
}

bool Basis::isJoint(int row) const {
  return problem_->isBilateral(row) || problem_->isBounded(row);
}

bool Basis::isCold() const {
  return std::all_of(basic_.begin(), basic_.end(), [this](int row) { return isJoint(row); });
}

bool Basis::isHeld(int row) const {
  return wantsFactor(set(row)) && !isBasic(row) && !problem_->isInert(row);
}

// Column of the driven system: a normal carries its sliding tangents along.
void Basis::columnOf(int row, VecX& dense) const {
  addRow(problem_->W, row, 1.0, dense);
  const int first = problem_->first_tangent[static_cast<std::size_t>(row)];
  for (int k = first; first >= 0 && k < first + problem_->tangents[static_cast<std::size_t>(row)]; ++k)
    if (const double sign = slideSign(set(k)); sign != 0.0) addRow(problem_->W, k, sign * problem_->mu[k], dense);
}

double Basis::schurOf(int row) {
  dense_row_.setZero();
  dense_column_.setZero();
  addRow(problem_->W, row, 1.0, dense_row_);
  columnOf(row, dense_column_);
  const auto n = static_cast<Eigen::Index>(basic_.size());
  row_.resize(n);
  column_.resize(n);
  for (Eigen::Index s = 0; s < n; ++s) {
    const int other = basic_[static_cast<std::size_t>(s)];
    column_[s] = dense_column_[other];
    double value = dense_row_[other];
    const int first = problem_->first_tangent[static_cast<std::size_t>(other)];
    for (int k = first; first >= 0 && k < first + problem_->tangents[static_cast<std::size_t>(other)]; ++k)
      value += slideSign(set(k)) * problem_->mu[k] * dense_row_[k];
    row_[s] = value;
  }
  return factor_.schurComplement(column_, row_, dense_column_[row]);
}

void Basis::join(int row) {
  factor_.append();
  slot_[static_cast<std::size_t>(row)] = static_cast<int>(basic_.size());
  basic_.push_back(row);
}

bool Basis::drop(int row) {
  const int at = slot_[static_cast<std::size_t>(row)];
  if (at < 0) return true;
  const bool sound = factor_.remove(at);
  basic_.erase(basic_.begin() + at);
  slot_[static_cast<std::size_t>(row)] = -1;
  for (std::size_t s = static_cast<std::size_t>(at); s < basic_.size(); ++s)
    slot_[static_cast<std::size_t>(basic_[s])] = static_cast<int>(s);
  return sound;
}

bool Basis::enter(int row, RowSet set) {
  const bool unties = problem_->isTangent(row) && slideSign(this->set(row)) != 0.0;
  const int normal = unties ? problem_->parent[static_cast<std::size_t>(row)] : -1;
  const bool rejoin = unties && isBasic(normal);
  bool sound = true;
  if (rejoin) sound = drop(normal);
  sets_[static_cast<std::size_t>(row)] = set;
  if (rejoin) {
    if (sound && std::abs(schurOf(normal)) > kDependent) {
      join(normal);
    } else {
      // Without its tied friction the normal alone may be dependent; both rows are rebuilt from their sets.
      refactor();
    }
  }
  if (isBasic(row)) return true;
  if (std::abs(schurOf(row)) <= kDependent) return false;
  join(row);
  return true;
}

void Basis::leave(int row, RowSet set) {
  bool sound = drop(row);
  const double before = slideSign(this->set(row));
  sets_[static_cast<std::size_t>(row)] = set;
  if (problem_->isTangent(row) && slideSign(set) != before) {
    const int normal = problem_->parent[static_cast<std::size_t>(row)];
    if (isBasic(normal)) {
      sound = drop(normal) && sound;
      if (sound && std::abs(schurOf(normal)) > kDependent) join(normal);
    }
  }
  if (!sound) refactor();
}

void Basis::refactor() {
  ++factorizations_;
  factor_.clear();
  basic_.clear();
  std::fill(slot_.begin(), slot_.end(), -1);
  // Normals first: friction can be held without harm, a clamped normal would rather not.
  for (const bool tangents : {false, true})
    for (int i = 0; i < problem_->rows(); ++i)
      if (problem_->isTangent(i) == tangents && isHeld(i) && std::abs(schurOf(i)) > kDependent) join(i);
}

// The sets rule where impulses from another step disagree with them.
void Basis::imposeSets() {
  for (int i = 0; i < problem_->rows(); ++i) {
    const RowSet set = sets_[static_cast<std::size_t>(i)];
    if (set == RowSet::Unclamped || set == RowSet::Ignored || problem_->isInert(i)) lambda[i] = 0.0;
    // Friction below the rounding of the frame it was remembered in is none: rows without impulse need no place in the
    // factor.
    if (set == RowSet::Stick && problem_->isTangent(i) &&
        std::abs(lambda[i]) <= kFrameNoise * lambda[problem_->parent[static_cast<std::size_t>(i)]])
      lambda[i] = 0.0;
    if (const double sign = slideSign(set); sign != 0.0) lambda[i] = sign * problem_->bound(i, lambda);
  }
}

void Basis::start(const IndexSets& sets, const VecX& impulses) {
  lambda = impulses;
  sets_ = sets;
  imposeSets();
  factor_.clear();
  basic_.clear();
  std::fill(slot_.begin(), slot_.end(), -1);
  ++factorizations_;
  // Rows with an impulse first: they were basic when the sets were made, and usually factor as one block.
  std::vector<int> first;
  bool tied = false;
  for (int i = 0; i < problem_->rows(); ++i) {
    tied = tied || slideSign(set(i)) != 0.0;
    if (wantsFactor(set(i)) && !problem_->isInert(i) && (lambda[i] != 0.0 || isJoint(i))) first.push_back(i);
  }
  if (!tied && !first.empty()) {
    const auto n = static_cast<Eigen::Index>(first.size());
    for (std::size_t s = 0; s < first.size(); ++s) slot_[static_cast<std::size_t>(first[s])] = static_cast<int>(s);
    MatX block = MatX::Zero(n, n);
    for (Eigen::Index s = 0; s < n; ++s)
      for (SparseRows::InnerIterator it(problem_->W, first[static_cast<std::size_t>(s)]); it; ++it)
        if (const int t = slot_[static_cast<std::size_t>(it.col())]; t >= 0) block(t, s) = it.value();
    if (factor_.factorSymmetric(block, 1e2 * kDependent)) {
      basic_ = first;
    } else {
      std::fill(slot_.begin(), slot_.end(), -1);
    }
  }
  for (const int i : first)
    if (!isBasic(i) && std::abs(schurOf(i)) > kDependent) join(i);
  for (int i = 0; i < problem_->rows(); ++i)
    if ((set(i) == RowSet::Clamped || isJoint(i)) && isHeld(i) && std::abs(schurOf(i)) > kDependent) join(i);
  u = problem_->q + apply(lambda);
}

VecX Basis::spread(const VecX& rhs) const {
  VecX x = rhs;
  factor_.solve(x);
  VecX full = VecX::Zero(problem_->rows());
  for (std::size_t s = 0; s < basic_.size(); ++s) {
    const int row = basic_[s];
    const double value = x[static_cast<Eigen::Index>(s)];
    full[row] = value;
    const int first = problem_->first_tangent[static_cast<std::size_t>(row)];
    for (int k = first; first >= 0 && k < first + problem_->tangents[static_cast<std::size_t>(row)]; ++k)
      if (const double sign = slideSign(set(k)); sign != 0.0) full[k] = sign * problem_->mu[k] * value;
  }
  return full;
}

VecX Basis::apply(const VecX& x) const {
  VecX y = VecX::Zero(problem_->rows());
  for (int i = 0; i < problem_->rows(); ++i)
    if (x[i] != 0.0) addRow(problem_->W, i, x[i], y);
  return y;
}

void Basis::settle(const VecX& offset) {
  for (int round = 0; round < 3; ++round) {
    u = apply(lambda) + problem_->q + offset;
    if (basic_.empty()) return;
    VecX rhs(static_cast<Eigen::Index>(basic_.size()));
    double worst = 0.0;
    for (std::size_t s = 0; s < basic_.size(); ++s) {
      rhs[static_cast<Eigen::Index>(s)] = -u[basic_[s]];
      worst = std::max(worst, std::abs(u[basic_[s]]));
    }
    if (worst <= 1e-15) return;
    lambda += spread(rhs);
  }
  u = apply(lambda) + problem_->q + offset;
}

Direction Basis::alongDependency(int row, double sense) const {
  VecX dense = VecX::Zero(problem_->rows());
  columnOf(row, dense);
  VecX rhs(static_cast<Eigen::Index>(basic_.size()));
  for (std::size_t s = 0; s < basic_.size(); ++s) rhs[static_cast<Eigen::Index>(s)] = -sense * dense[basic_[s]];
  Direction direction;
  direction.lambda = spread(rhs);
  direction.lambda[row] += sense;
  const int first = problem_->first_tangent[static_cast<std::size_t>(row)];
  for (int k = first; first >= 0 && k < first + problem_->tangents[static_cast<std::size_t>(row)]; ++k)
    direction.lambda[k] += slideSign(set(k)) * problem_->mu[k] * sense;
  direction.u = apply(direction.lambda);
  return direction;
}

}  // namespace keystone
