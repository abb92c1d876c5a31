#include "program/penalty_system.h"

#include <algorithm>

#include "math/product_count.h"

namespace keystone {
namespace {

template <class Sparse>
std::span<const int> outer(const Sparse& matrix) {
  return {matrix.outerIndexPtr(), static_cast<std::size_t>(matrix.outerSize()) + 1};
}
template <class Sparse>
std::span<const int> inner(const Sparse& matrix) {
  return {matrix.innerIndexPtr(), static_cast<std::size_t>(matrix.nonZeros())};
}

struct RowEntry {
  int row, position;  // of A, and within the row
};

// The rows of A that hold each column, [n] lists one after the other.
struct Columns {
  std::vector<int> begin;  // [n + 1]
  std::vector<RowEntry> entries;

  explicit Columns(const SparseRows& A) : begin(static_cast<std::size_t>(A.cols()) + 1, 0) {
    for (const int column : inner(A)) ++begin[column + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    entries.resize(inner(A).size());
    std::vector<int> at(begin.begin(), begin.end() - 1);
    for (int row = 0; row < A.outerSize(); ++row) {
      const int first = A.outerIndexPtr()[row], last = A.outerIndexPtr()[row + 1];
      for (int k = first; k < last; ++k) entries[at[A.innerIndexPtr()[k]]++] = {row, k - first};
    }
  }
  std::span<const RowEntry> of(int column) const {
    return {entries.data() + begin[column], static_cast<std::size_t>(begin[column + 1] - begin[column])};
  }
};

// Unknowns from which on dense fronts are quicker than single columns, whose analysis is shorter.
constexpr int kLarge = 1200;

// Offset of the product (j, k), j <= k, of a row with `size` entries among the row's products.
int productOffset(int j, int k, int size) {
  return j * size - j * (j - 1) / 2 + (k - j);
}

}  // namespace

void PenaltySystem::setProgram(const QuadraticProgram& program) {
  program_ = &program;
  if (!samePattern(program)) findPattern(program);
}

bool PenaltySystem::samePattern(const QuadraticProgram& program) const {
  return std::ranges::equal(H_outer_, outer(program.H)) && std::ranges::equal(A_outer_, outer(program.A)) &&
         std::ranges::equal(H_inner_, inner(program.H)) && std::ranges::equal(A_inner_, inner(program.A));
}

void PenaltySystem::findPattern(const QuadraticProgram& program) {
  const auto& [H, A] = std::tie(program.H, program.A);
  H_outer_.assign(outer(H).begin(), outer(H).end());
  H_inner_.assign(inner(H).begin(), inner(H).end());
  A_outer_.assign(outer(A).begin(), outer(A).end());
  A_inner_.assign(inner(A).begin(), inner(A).end());

  std::vector<int> first_product(static_cast<std::size_t>(A.rows()) + 1, 0);
  for (int row = 0; row < A.rows(); ++row) {
    const int size = A_outer_[row + 1] - A_outer_[row];
    first_product[row + 1] = first_product[row] + size * (size + 1) / 2;
  }
  product_at_.resize(first_product.back());
  H_at_.assign(H_inner_.size(), -1);

  const Columns columns(A);
  const int n = static_cast<int>(H.cols());
  std::vector<int> K_outer(1, 0), K_inner, where(n, -1);
  for (int c = 0; c < n; ++c) {
    const auto begin = static_cast<std::ptrdiff_t>(K_inner.size());
    const auto add = [&](int r) {
      if (r < c || where[r] >= begin) return;
      where[r] = static_cast<int>(K_inner.size());  // provisional: only that it is there
      K_inner.push_back(r);
    };
    add(c);
    for (int k = H_outer_[c]; k < H_outer_[c + 1]; ++k) add(H_inner_[k]);
    for (const auto& [row, position] : columns.of(c))
      for (int k = A_outer_[row] + position; k < A_outer_[row + 1]; ++k) add(A_inner_[k]);
    std::sort(K_inner.begin() + begin, K_inner.end());
    for (auto k = begin; k < static_cast<std::ptrdiff_t>(K_inner.size()); ++k) where[K_inner[k]] = static_cast<int>(k);
    for (int k = H_outer_[c]; k < H_outer_[c + 1]; ++k)
      if (H_inner_[k] >= c) H_at_[k] = where[H_inner_[k]];
    for (const auto& [row, position] : columns.of(c)) {
      const int size = A_outer_[row + 1] - A_outer_[row];
      for (int k = position; k < size; ++k)
        product_at_[first_product[row] + productOffset(position, k, size)] = where[A_inner_[A_outer_[row] + k]];
    }
    K_outer.push_back(static_cast<int>(K_inner.size()));
  }
  K_.resize(n, n);
  K_.resizeNonZeros(static_cast<Eigen::Index>(K_inner.size()));
  std::copy(K_outer.begin(), K_outer.end(), K_.outerIndexPtr());
  std::copy(K_inner.begin(), K_inner.end(), K_.innerIndexPtr());
  isLarge() ? fronts_.analyze(K_) : by_columns_.analyzePattern(K_);
  factored_.resize(0);
}

bool PenaltySystem::isLarge() const {
  return K_.rows() >= kLarge;
}

VecX PenaltySystem::solve(const VecX& rhs) const {
  countProduct();
  return isLarge() ? fronts_.solve(rhs) : VecX(by_columns_.solve(rhs));
}

bool PenaltySystem::factor(std::span<const Side> sides, const VecX& stiffness) {
  double* K = K_.valuePtr();
  std::fill_n(K, K_.nonZeros(), 0.0);
  for (std::size_t k = 0; k < H_at_.size(); ++k)
    if (H_at_[k] >= 0) K[H_at_[k]] += program_->H.valuePtr()[k];
  const double* value = program_->A.valuePtr();
  const int* at = product_at_.data();
  for (int row = 0; row < program_->A.rows(); ++row) {
    const int first = A_outer_[row], last = A_outer_[row + 1];
    if (sides[row] != Side::Free) {
      at += (last - first) * (last - first + 1) / 2;
      continue;
    }
    for (int j = first; j < last; ++j) {
      const double scaled = stiffness[row] * value[j];
      for (int k = j; k < last; ++k) K[*at++] += scaled * value[k];
    }
  }
  const Eigen::Map<const VecX> values(K_.valuePtr(), K_.nonZeros());
  if (factored_.size() == values.size() && factored_ == values) return true;
  bool done = false;
  if (isLarge()) {
    done = fronts_.factor(K_);
  } else {
    by_columns_.factorize(K_);
    done = by_columns_.info() == Eigen::Success;
  }
  ++factorizations_;
  factored_ = done ? VecX(values) : VecX();
  return done;
}

}  // namespace keystone
