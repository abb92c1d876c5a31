#include "solver/pivoting/row_states.h"

#include <algorithm>
#include <cmath>

namespace keystone {

void RowStates::begin(const ConeRows& rows) {
  rows_ = &rows;
  state_.assign(rows.rows(), RowState::None);
  for (int row = rows.firstJointRow(); row < rows.rows(); ++row)
    if (isBilateral(row) && !isInert(row)) state_[row] = RowState::Held;
}

bool RowStates::isBilateral(int row) const {
  if (!isJoint(row)) return false;
  const int k = row - rows_->firstJointRow();
  return rows_->lower[k] == -ContactProblem::kUnbounded && rows_->upper[k] == ContactProblem::kUnbounded;
}

double RowStates::lower(int row, const VecX& f) const {
  if (isJoint(row)) return rows_->lower[row - rows_->firstJointRow()];
  return isFriction(row) ? -mu(row) * f[normalOf(row)] : 0.0;
}

double RowStates::upper(int row, const VecX& f) const {
  if (isJoint(row)) return rows_->upper[row - rows_->firstJointRow()];
  return isFriction(row) ? mu(row) * f[normalOf(row)] : ContactProblem::kUnbounded;
}

void RowStates::tie(VecX& x) const {
  for (int n = 0; n < rows_->firstJointRow(); n += rows_->dim)
    for (int row = n + 1; row < n + rows_->dim; ++row)
      if (const double sign = side(row); sign != 0.0) x[row] = sign * mu(row) * x[n];
}

void RowStates::keepHeld(VecX& x) const {
  for (int row = 0; row < rows_->rows(); ++row)
    if (state_[row] != RowState::Held) x[row] = 0.0;
}

void RowStates::slope(double regularization, GeneralizedJacobian& S) const {
  const double held = 1.0 / regularization;
  S.couplings.clear();
  S.begin(*rows_);
  for (int c = 0; c < rows_->contacts; ++c) {
    const int n = rows_->dim * c;
    Eigen::Map<MatX> own = S.contact(c);
    const bool is_closed = state_[n] == RowState::Held;
    if (is_closed) own(0, 0) = held;
    for (int k = 1; k < rows_->dim; ++k) {
      if (state_[n + k] == RowState::Held) own(k, k) = held;
      if (!is_closed || side(n + k) == 0.0) continue;
      own(k, 0) = side(n + k) * mu(n + k) * held;
      S.symmetric = S.diagonal = false;
    }
  }
  for (int k = 0; k < rows_->joint_rows; ++k)
    if (state_[rows_->firstJointRow() + k] == RowState::Held) S.joint_rows[k] = held;
}

void RowStates::take(const IndexSets& sets, VecX& f) {
  for (int row = 0; row < rows_->rows(); ++row) {
    if (isBilateral(row)) continue;
    const bool is_off = isFriction(row) && (state_[normalOf(row)] != RowState::Held || mu(row) == 0.0);
    if (isInert(row) || is_off) {
      if (is_off) state_[row] = RowState::Away;
      f[row] = 0.0;
      continue;
    }
    const double low = lower(row, f), high = upper(row, f);
    const bool is_open = isFriction(row) ? sets[row] == RowSet::SlideBackward
                                         : sets[row] != RowSet::Clamped && sets[row] != RowSet::Stick;
    state_[row] = sets[row] == RowSet::SlideForward ? RowState::Upper : is_open ? RowState::Lower : RowState::Held;
    f[row] = side(row) == 0.0 ? std::clamp(f[row], low, high) : side(row) > 0.0 ? high : low;
  }
}

double RowStates::largestHeld(const VecX& x) const {
  double most = 0.0;
  for (int row = 0; row < rows_->rows(); ++row)
    if (state_[row] == RowState::Held) most = std::max(most, std::abs(x[row]));
  return most;
}

void RowStates::toSets(IndexSets& sets) const {
  sets.assign(rows_->rows(), RowSet::Ignored);
  const auto isLimit = [&](int row) {
    const int k = row - rows_->firstJointRow();
    return rows_->lower[k] == 0.0 && rows_->upper[k] == ContactProblem::kUnbounded;
  };
  for (int row = 0; row < rows_->rows(); ++row) {
    if (isBilateral(row))
      sets[row] = RowSet::Bilateral;
    else if (isNormal(row) || (isJoint(row) && isLimit(row)))
      sets[row] = state_[row] == RowState::Held ? RowSet::Clamped : RowSet::Unclamped;
    else if (state_[row] == RowState::Held)
      sets[row] = RowSet::Stick;
    else if (side(row) != 0.0)
      sets[row] = side(row) > 0.0 ? RowSet::SlideForward : RowSet::SlideBackward;
  }
}

}  // namespace keystone
