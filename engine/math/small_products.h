// The small products that block factorizations are made of. Six rows are no whole number of lanes: two columns of six
// are three times four, and one column is four and two. Eigen would take six in pairs.
#pragma once

#include <Eigen/Dense>
#include <array>

#include "math/simd_double4.h"

namespace keystone {

template <int d, int r>
using Columns = Eigen::Matrix<double, d, r>;

template <int d>
constexpr int kHead = d == 6 ? 4 : d;
template <int d>
constexpr int kTail = d - kHead<d>;

// A sum of products A B^T of six rows, held in registers, two of its columns each (an array of such lanes would be kept
// in memory).
class SumOfSix {
 public:
  SumOfSix() = default;
  explicit SumOfSix(const Columns<6, 6>& C) : left_(C.data()), middle_(C.data() + 12), right_(C.data() + 24) {}
  template <int sign>
  void add(const double* A, const double* B, int columns) {
    for (int k = 0; k < columns; ++k, A += 6, B += 6) {
      const SimdDouble4 head = load(A), end{A[4], A[5], A[4], A[5]};
      const Column a{head, __builtin_shufflevector(end, head, 0, 1, 4, 5),
                     __builtin_shufflevector(head, end, 2, 3, 4, 5)};
      left_.add<sign>(a, B);
      middle_.add<sign>(a, B + 2);
      right_.add<sign>(a, B + 4);
    }
  }
  void keep(Columns<6, 6>& C) const {
    left_.keep(C.data());
    middle_.keep(C.data() + 12);
    right_.keep(C.data() + 24);
  }

 private:
  struct Column {
    SimdDouble4 head, ends, tail;  // the first four, the last two and the first two, the last four
  };
  struct TwoColumns {
    SimdDouble4 first{}, middle{}, last{};

    TwoColumns() = default;
    explicit TwoColumns(const double* c) : first(load(c)), middle(load(c + 4)), last(load(c + 8)) {}
    template <int sign>
    void add(const Column& a, const double* b) {
      const SimdDouble4 left = broadcast(b[0]), right = broadcast(b[1]), both = firstAndLast(left, right);
      first = sign > 0 ? first + a.head * left : first - a.head * left;
      middle = sign > 0 ? middle + a.ends * both : middle - a.ends * both;
      last = sign > 0 ? last + a.tail * right : last - a.tail * right;
    }
    void keep(double* c) const {
      store(first, c);
      store(middle, c + 4);
      store(last, c + 8);
    }
  };
  TwoColumns left_, middle_, right_;
};

// C += sign A B^T, of so many columns. Not inline where registers are needed: among other code the compiler mixes its
// loads with theirs until the sums no longer fit.
template <int sign>
[[gnu::noinline]] void addSix(const double* A, const double* B, int columns, Columns<6, 6>& C) {
  SumOfSix sum(C);
  sum.add<sign>(A, B, columns);
  sum.keep(C);
}
template <int sign, int r>
[[gnu::noinline]] void addSix(const double* A, const double* B, Columns<6, 6>& C) {
  SumOfSix sum(C);
  sum.add<sign>(A, B, r);
  sum.keep(C);
}
template <int sign, int d>
inline void addProduct(const double* A, const double* B, int columns, Columns<d, d>& C) {
  if constexpr (d == 6) return addSix<sign>(A, B, columns, C);
  using Column = Eigen::Map<const Columns<d, 1>>;
  for (int k = 0; k < columns; ++k)
    for (int j = 0; j < d; ++j) C.col(j) += sign * B[d * k + j] * Column(A + d * k);
}
// Likewise, of r columns.
template <int sign, int d, int r>
inline void addProduct(const Columns<d, r>& A, const Columns<d, r>& B, Columns<d, d>& C) {
  if constexpr (d == 6) return addSix<sign, r>(A.data(), B.data(), C);
  for (int j = 0; j < d; ++j)
    for (int k = 0; k < r; ++k) C.col(j) += sign * B(j, k) * A.col(k);
}

[[gnu::noinline]] inline void multiplySix(Columns<6, 6>& A, const Columns<6, 6>& B) {
  SumOfSix sum;
  sum.add<1>(A.data(), B.data(), 6);
  sum.keep(A);
}
// A <- A B^T.
template <int d>
inline void multiply(Columns<d, d>& A, const Columns<d, d>& B) {
  if constexpr (d == 6) return multiplySix(A, B);
  const Columns<d, d> before = A;
  A.setZero();
  addProduct<1, d, d>(before, B, A);
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
    if constexpr (d == 6)
      result[k] = (head.template head<2>() + head.template tail<2>() + tail).sum();
    else
      result[k] = head.sum() + tail.sum();
  }
  return result;
}

// AS = A S, of r columns.
template <int d, int r>
inline void combine(const double* A, const Columns<r, r>& S, double* AS) {
  Eigen::Map<Columns<d, r>>(AS).setZero();
  for (int j = 0; j < r; ++j) addColumns<d, r>(A, S.data() + r * j, AS + d * j);
}

// A S, of r columns.
template <int d, int r>
inline Columns<d, r> combined(const Columns<d, r>& A, const Columns<r, r>& S) {
  Columns<d, r> AS;
  combine<d, r>(A.data(), S, AS.data());
  return AS;
}

}  // namespace keystone
