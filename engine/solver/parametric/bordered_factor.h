// The factorization of a symmetric clamped block, kept while single rows enter and leave.
#pragma once

#include <vector>

#include "math/types.h"

namespace keystone {

// Dense L U without row exchanges, L unit lower. Entering borders the factors, leaving is a rank-one correction of the
// trailing block (Bennett 1965); both cost O(n^2), as does a solve. Positive definite blocks are stable so; those that
// sliding contacts make unsymmetric are not (pivoted_factor.h).
class BorderedFactor {
 public:
  int size() const { return size_; }
  Eigen::Index capacity() const { return lower_.rows(); }  // for blocks of that size there is memory
  void clear() { size_ = 0; }

  // What the last pivot would become if the bordered row entered: corner - row M^-1 column. Keeps the halves for
  // append().
  double schurComplement(const Eigen::Ref<const VecX>& column, const Eigen::Ref<const VecX>& row, double corner);
  // Enters the row and column of the last schurComplement() call, at the end.
  void append();
  // Takes out row and column `at`; later ones move down by one. False when a pivot vanished: refactor.
  bool remove(int at);
  // Factors a symmetric positive definite block at once, and overwrites it. False, and empty, when a pivot falls below
  // `smallest`.
  bool factorSymmetric(Eigen::Ref<MatX> block, double smallest);
  // x <- M^-1 x.
  void solve(Eigen::Ref<VecX> x) const;

 private:
  void reserve(int size);

  int size_ = 0;
  double schur_ = 0.0;
  // [capacity] each: the halves of the row about to enter, and of the correction when one leaves.
  VecX below_, right_, row_, column_;
  MatX lower_;                                                                    // columns of L below the diagonal
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> upper_;  // rows of U, diagonal included
};

}  // namespace keystone
