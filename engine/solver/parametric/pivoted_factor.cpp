#include "solver/parametric/pivoted_factor.h"

#include <algorithm>
#include <cmath>

namespace keystone {

void PivotedFactor::clear() {
  base_ = 0;
  place_.clear();
  borders_.clear();
  schur_.resize(0, 0);
}

bool PivotedFactor::rebuild(const Eigen::Ref<const MatX>& block, double smallest) {
  clear();
  base_ = static_cast<int>(block.rows());
  if (base_ == 0) return true;
  lu_.compute(block);
  const VecX pivots = lu_.matrixLU().diagonal().cwiseAbs();
  if (!(pivots.minCoeff() > smallest * pivots.maxCoeff())) {
    clear();
    return false;
  }
  place_.resize(base_);
  for (int i = 0; i < base_; ++i) place_[i] = i;
  return true;
}

double PivotedFactor::rowTimes(const Border& border, const VecX& x) const {
  return border.left >= 0 ? x[border.left] : border.row.dot(x);
}

// Bordered system:  base x + C y = b,  R x + D y = d,  with S = D - R base^-1 C.
void PivotedFactor::solveParts(VecX& base, VecX& borders) const {
  if (base_ > 0) base = lu_.solve(base);
  if (borders_.empty()) return;
  for (std::size_t k = 0; k < borders_.size(); ++k)
    borders[static_cast<Eigen::Index>(k)] -= rowTimes(borders_[k], base);
  borders = schur_lu_.solve(borders);
  for (std::size_t k = 0; k < borders_.size(); ++k) base -= borders[static_cast<Eigen::Index>(k)] * borders_[k].solved;
}

void PivotedFactor::solve(Eigen::Ref<VecX> x) const {
  VecX base = VecX::Zero(base_);
  VecX borders = VecX::Zero(static_cast<Eigen::Index>(borders_.size()));
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const int at = place_[i];
    (at < base_ ? base[at] : borders[at - base_]) = x[static_cast<Eigen::Index>(i)];
  }
  solveParts(base, borders);
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const int at = place_[i];
    x[static_cast<Eigen::Index>(i)] = at < base_ ? base[at] : borders[at - base_];
  }
}

double PivotedFactor::schurComplement(const Eigen::Ref<const VecX>& column, const Eigen::Ref<const VecX>& row,
                                      double corner) {
  const auto count = static_cast<Eigen::Index>(borders_.size());
  next_ = {VecX::Zero(base_), VecX::Zero(base_), -1};
  next_column_.setZero(count);
  next_row_.setZero(count);
  for (std::size_t i = 0; i < place_.size(); ++i) {
    const int at = place_[i];
    const auto from = static_cast<Eigen::Index>(i);
    (at < base_ ? next_.solved[at] : next_column_[at - base_]) = column[from];
    (at < base_ ? next_.row[at] : next_row_[at - base_]) = row[from];
  }
  if (base_ > 0) next_.solved = lu_.solve(next_.solved);
  next_corner_ = corner - next_.row.dot(next_.solved);
  if (count == 0) return next_corner_;
  // The new column and row of S.
  for (std::size_t k = 0; k < borders_.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    next_column_[at] -= rowTimes(borders_[k], next_.solved);
    next_row_[at] -= next_.row.dot(borders_[k].solved);
  }
  return next_corner_ - next_row_.dot(schur_lu_.solve(next_column_));
}

void PivotedFactor::grow(Border border, const VecX& corner_column, const VecX& corner_row, double corner) {
  const auto k = static_cast<Eigen::Index>(borders_.size());
  schur_.conservativeResize(k + 1, k + 1);
  schur_.col(k).head(k) = corner_column;
  schur_.row(k).head(k) = corner_row.transpose();
  schur_(k, k) = corner;
  borders_.push_back(std::move(border));
}

void PivotedFactor::append() {
  grow(std::move(next_), next_column_, next_row_, next_corner_);
  place_.push_back(base_ + static_cast<int>(borders_.size()) - 1);
  factorSchur();
}

void PivotedFactor::shrink(int border) {
  const auto last = static_cast<Eigen::Index>(borders_.size()) - 1;
  for (Eigen::Index k = border; k < last; ++k) {
    schur_.row(k) = schur_.row(k + 1).eval();
    schur_.col(k) = schur_.col(k + 1).eval();
  }
  schur_.conservativeResize(last, last);
  borders_.erase(borders_.begin() + border);
  for (int& at : place_)
    if (at > base_ + border) --at;
}

bool PivotedFactor::remove(int at) {
  const int place = place_[at];
  place_.erase(place_.begin() + at);
  if (place >= base_) {
    shrink(place - base_);
    return factorSchur();
  }
  Border border{VecX::Unit(base_, place), {}, place};
  border.solved = lu_.solve(border.solved);
  VecX column(static_cast<Eigen::Index>(borders_.size()));
  VecX row(static_cast<Eigen::Index>(borders_.size()));
  for (std::size_t k = 0; k < borders_.size(); ++k) {
    column[static_cast<Eigen::Index>(k)] = -rowTimes(borders_[k], border.solved);
    row[static_cast<Eigen::Index>(k)] = -borders_[k].solved[place];
  }
  const double corner = -border.solved[place];
  grow(std::move(border), column, row, corner);
  return factorSchur();
}

bool PivotedFactor::factorSchur() {
  if (borders_.empty()) return true;
  schur_lu_.compute(schur_);
  return schur_lu_.matrixLU().diagonal().cwiseAbs().minCoeff() > 0.0;
}

}  // namespace keystone
