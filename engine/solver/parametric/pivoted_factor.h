// The factorization of a clamped block that sliding contacts have made unsymmetric.
#pragma once

#include <vector>

#include "math/types.h"

namespace keystone {

// An L U of the block as it last was rebuilt, with row exchanges, and beside it the Schur complement of the rows that
// have entered or left since (Gill, Murray, Saunders and Wright 1984): both stay well conditioned however small the
// pivots of a fixed order would be. A change costs one solve, O(n^2 + n changes); rebuild after some tens of them.
class PivotedFactor {
 public:
  int size() const { return static_cast<int>(place_.size()); }
  int changes() const { return static_cast<int>(borders_.size()); }

  // Factors the block given, [n x n]; false, and empty, when it is singular to `smallest` of its largest pivot.
  bool rebuild(const Eigen::Ref<const MatX>& block, double smallest);
  void clear();

  // What the last pivot would become if the bordered row entered: corner - row M^-1 column. Keeps the halves for
  // append().
  double schurComplement(const Eigen::Ref<const VecX>& column, const Eigen::Ref<const VecX>& row, double corner);
  // Enters the row and column of the last schurComplement() call, at the end.
  void append();
  // Takes out row and column `at`; later ones move down by one. False when what is left is singular: rebuild.
  bool remove(int at);
  // x <- M^-1 x.
  void solve(Eigen::Ref<VecX> x) const;

 private:
  // A row that entered (its own row and column), or a row of the base that left (row and column are unit vectors).
  struct Border {
    VecX solved;    // [base], base^-1 times its column
    VecX row;       // [base]; empty for a row that left
    int left = -1;  // the base row that left, or -1
  };

  double rowTimes(const Border& border, const VecX& x) const;
  void grow(Border border, const VecX& corner_column, const VecX& corner_row, double corner);
  void shrink(int border);
  bool factorSchur();
  void solveParts(VecX& base, VecX& borders) const;

  int base_ = 0;                  // rows of the base
  Eigen::PartialPivLU<MatX> lu_;  // of the base
  std::vector<int> place_;        // [n], a row's place: base row, or base_ + border
  std::vector<Border> borders_;
  MatX schur_;                          // [borders x borders]
  Eigen::PartialPivLU<MatX> schur_lu_;  // of schur_
  Border next_;                         // halves of the row about to enter
  VecX next_column_, next_row_;         // its entries against the borders
  double next_corner_ = 0.0;
};

}  // namespace keystone
