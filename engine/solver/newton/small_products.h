// The small products that block factorizations are made of. Six rows are no whole number of lanes: two columns of six
// are three times four, and one column is four and two. Eigen would take six in pairs.
#pragma once

#include <Eigen/Dense>
#include <array>

#include "math/lanes.h"

namespace keystone {

template <int d, int r>
using Columns = Eigen::Matrix<double, d, r>;

template <int d>
constexpr int kHead = d == 6 ? 4 : d;
template <int d>
constexpr int kTail = d - kHead<d>;

// C += sign A B^T, of r columns.
template <int sign, int d, int r>
inline void addProduct(const Columns<d, r>& A, const Columns<d, r>& B, Columns<d, d>& C) {
  if constexpr (d == 6) {
    const auto add = [](Lanes& sum, Lanes a, Lanes b) { sum = sign > 0 ? sum + a * b : sum - a * b; };
    std::array<Lanes, 9> sums;  // all of C
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = load(C.data() + 4 * i);
    for (int k = 0; k < r; ++k) {
      const double* a = A.data() + d * k;
      const Lanes head = load(a), tail = load(a + 2), turned = __builtin_shufflevector(tail, head, 2, 3, 4, 5);
      for (std::size_t i = 0; i < sums.size(); i += 3) {
        const double* b = B.data() + d * k + 2 * i / 3;
        const Lanes left = lanes(b[0]), right = lanes(b[1]);
        add(sums[i], head, left);
        add(sums[i + 1], turned, firstAndLast(left, right));
        add(sums[i + 2], tail, right);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) store(sums[i], C.data() + 4 * i);
  } else {
    for (int j = 0; j < d; ++j)
      for (int k = 0; k < r; ++k) C.col(j) += sign * B(j, k) * A.col(k);
  }
}

// v += A x, of r columns.
template <int d, int r>
inline void addColumns(const double* A, const double* x, double* v) {
  const Eigen::Map<const Columns<d, r>> columns(A);
  Eigen::Map<Columns<d, 1>> sum(v);
  Columns<kHead<d>, 1> head = sum.template head<kHead<d>>();
  Columns<kTail<d>, 1> tail = sum.template tail<kTail<d>>();
  for (int k = 0; k < r; ++k) {
    head += x[k] * columns.col(k).template head<kHead<d>>();
    tail += x[k] * columns.col(k).template tail<kTail<d>>();
  }
  sum.template head<kHead<d>>() = head;
  sum.template tail<kTail<d>>() = tail;
}

// A^T v + B^T w, of r columns.
template <int d, int r>
inline Columns<r, 1> alongColumns(const double* A, const double* v, const double* B, const double* w) {
  const Eigen::Map<const Columns<d, r>> a(A), b(B);
  const Eigen::Map<const Columns<d, 1>> on_a(v), on_b(w);
  Columns<r, 1> result;
  for (int k = 0; k < r; ++k) {
    const Columns<kHead<d>, 1> head = a.col(k).template head<kHead<d>>().cwiseProduct(on_a.template head<kHead<d>>()) +
                                      b.col(k).template head<kHead<d>>().cwiseProduct(on_b.template head<kHead<d>>());
    const Columns<kTail<d>, 1> tail = a.col(k).template tail<kTail<d>>().cwiseProduct(on_a.template tail<kTail<d>>()) +
                                      b.col(k).template tail<kTail<d>>().cwiseProduct(on_b.template tail<kTail<d>>());
    result[k] = head.sum() + tail.sum();
  }
  return result;
}

// A S, of r columns.
template <int d, int r>
inline Columns<d, r> combined(const Columns<d, r>& A, const Columns<r, r>& S) {
  Columns<d, r> result = Columns<d, r>::Zero();
  for (int j = 0; j < r; ++j) addColumns<d, r>(A.data(), S.data() + r * j, result.data() + d * j);
  return result;
}

}  // namespace keystone
