#include "solver/parametric/bordered_factor.h"

#include <algorithm>
#include <cmath>

#include "math/reserve_square.h"

namespace keystone {
namespace {

constexpr double kVanished = 1e-14;  // relative to the unit diagonal of the scaled problem

}  // namespace

void BorderedFactor::reserve(int size) {
  if (lower_.rows() >= size) return;
  reserveSquare(lower_, size);
  reserveSquare(upper_, size);
  for (VecX* part : {&below_, &right_, &row_, &column_}) part->conservativeResize(lower_.rows());
}

double BorderedFactor::schurComplement(const Eigen::Ref<const VecX>& column, const Eigen::Ref<const VecX>& row,
                                       double corner) {
  const int n = size_;
  reserve(n + 1);
  right_.head(n) = column;  // L right = column
  for (int i = 0; i < n; ++i) {
    const double x = right_[i];
    if (x != 0.0) right_.segment(i + 1, n - i - 1) -= x * lower_.col(i).segment(i + 1, n - i - 1);
  }
  below_.head(n) = row;  // below U = row
  for (int i = 0; i < n; ++i) {
    const double x = below_[i] / upper_(i, i);
    below_[i] = x;
    if (x != 0.0) below_.segment(i + 1, n - i - 1) -= x * upper_.row(i).segment(i + 1, n - i - 1).transpose();
  }
  schur_ = corner - (n > 0 ? below_.head(n).dot(right_.head(n)) : 0.0);
  return schur_;
}

void BorderedFactor::append() {
  const int n = size_;
  lower_.row(n).head(n) = below_.head(n).transpose();
  upper_.col(n).head(n) = right_.head(n);
  upper_(n, n) = schur_;
  ++size_;
}

bool BorderedFactor::remove(int at) {
  const int tail = size_ - at - 1;
  auto x = column_.head(tail);
  auto y = row_.head(tail);
  x = lower_.col(at).segment(at + 1, tail);
  y = upper_.row(at).segment(at + 1, tail).transpose();
  // Close the gap: columns of L and rows of U before `at` lose one entry, later ones shift as a whole.
  for (int i = 0; i < at; ++i) {
    double* column = lower_.col(i).data();
    std::copy(column + at + 1, column + size_, column + at);
    double* row = upper_.row(i).data();
    std::copy(row + at + 1, row + size_, row + at);
  }
  for (int i = at + 1; i < size_; ++i) {
    const double* column = lower_.col(i).data();
    std::copy(column + i + 1, column + size_, lower_.col(i - 1).data() + i);
    const double* row = upper_.row(i).data();
    std::copy(row + i, row + size_, upper_.row(i - 1).data() + i - 1);
  }
  --size_;
  // The trailing block becomes L U + x y^T.
  for (int k = 0; k < tail; ++k) {
    const int i = at + k;
    const int rest = tail - k - 1;
    const double x_k = x[k];
    const double y_k = y[k];
    double& pivot = upper_(i, i);
    pivot += x_k * y_k;
    if (std::abs(pivot) < kVanished) return false;
    if (rest == 0) break;
    auto l = lower_.col(i).segment(i + 1, rest);
    auto u = upper_.row(i).segment(i + 1, rest);
    const double ratio = y_k / pivot;
    x.tail(rest) -= x_k * l;
    l += ratio * x.tail(rest);
    u += x_k * y.tail(rest).transpose();
    y.tail(rest) -= ratio * u.transpose();
  }
  return true;
}

bool BorderedFactor::factorSymmetric(Eigen::Ref<MatX> block, double smallest) {
  const int n = static_cast<int>(block.rows());
  clear();
  reserve(n);
  const Eigen::LLT<Eigen::Ref<MatX>> cholesky(block);
  if (cholesky.info() != Eigen::Success) return false;
  const auto& factor = cholesky.matrixLLT();
  for (int i = 0; i < n; ++i) {
    const double root = factor(i, i);
    if (!(root * root > smallest)) return false;
    lower_.col(i).segment(i + 1, n - i - 1) = factor.col(i).segment(i + 1, n - i - 1) / root;
    upper_.row(i).segment(i, n - i) = root * factor.col(i).segment(i, n - i).transpose();
  }
  size_ = n;
  return true;
}

void BorderedFactor::solve(Eigen::Ref<VecX> x) const {
  const int n = size_;
  for (int i = 0; i < n; ++i) {
    const double value = x[i];
    if (value != 0.0) x.segment(i + 1, n - i - 1) -= value * lower_.col(i).segment(i + 1, n - i - 1);
  }
  for (int i = n - 1; i >= 0; --i) {
    const double sum = upper_.row(i).segment(i + 1, n - i - 1) * x.segment(i + 1, n - i - 1);
    x[i] = (x[i] - sum) / upper_(i, i);
  }
}

}  // namespace keystone
