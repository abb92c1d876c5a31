// The factorization of the clamped block, kept while single rows enter and leave: by bordering, or with row exchanges.
#pragma once

#include "math/reserve_square.h"
#include "solver/parametric/bordered_factor.h"
#include "solver/parametric/pivoted_factor.h"

namespace keystone {

class ClampedFactor {
 public:
  bool bordered() const { return is_bordered_; }
  int size() const { return is_bordered_ ? bordered_.size() : pivoted_.size(); }
  // So many changes lie on the last factorization that a new one is cheaper.
  bool worn() const { return !is_bordered_ && pivoted_.changes() >= kWorn; }

  void clear(bool by_bordering) {
    is_bordered_ = by_bordering;
    bordered_.clear();
    pivoted_.clear();
  }
  // Gives back what only large blocks need.
  void trim() {
    if (room_.rows() > kLarge || bordered_.capacity() > kLarge) *this = {};
  }

  // A block to be factored, all zero.
  Eigen::Block<MatX> emptyBlock(Eigen::Index n) {
    reserveSquare(room_, n);
    room_.topLeftCorner(n, n).setZero();
    return room_.topLeftCorner(n, n);
  }
  // Factors a whole block, and may overwrite it; false, and empty, when a pivot falls below `smallest`.
  bool factor(Eigen::Block<MatX>& block, double smallest) {
    return is_bordered_ ? bordered_.factorSymmetric(block, smallest) : pivoted_.rebuild(block, smallest);
  }
  // See BorderedFactor.
  double schurComplement(const Eigen::Ref<const VecX>& column, const Eigen::Ref<const VecX>& row, double corner) {
    return is_bordered_ ? bordered_.schurComplement(column, row, corner)
                        : pivoted_.schurComplement(column, row, corner);
  }
  void append() { is_bordered_ ? bordered_.append() : pivoted_.append(); }
  bool remove(int at) { return is_bordered_ ? bordered_.remove(at) : pivoted_.remove(at); }
  void solve(Eigen::VectorBlock<VecX>& x) const { is_bordered_ ? bordered_.solve(x) : pivoted_.solve(x); }

 private:
  static constexpr int kWorn = 40;
  static constexpr int kLarge = 256;  // rows

  bool is_bordered_ = true;
  MatX room_;
  BorderedFactor bordered_;
  PivotedFactor pivoted_;
};

}  // namespace keystone
