// The factorization of the clamped block, kept while single rows enter and leave: by bordering while the block is
// symmetric, with row exchanges once sliding contacts are tied into it.
#pragma once

#include "solver/pivoting/bordered_factor.h"
#include "solver/pivoting/pivoted_factor.h"

namespace keystone {

class ClampedFactor {
 public:
  bool symmetric() const { return symmetric_; }
  int size() const { return symmetric_ ? bordered_.size() : pivoted_.size(); }
  // So many changes lie on the last factorization that a new one is cheaper.
  bool worn() const { return !symmetric_ && pivoted_.changes() >= kWorn; }

  void clear(bool symmetric) {
    symmetric_ = symmetric;
    bordered_.clear();
    pivoted_.clear();
  }
  // Factors a whole block; false, and empty, when a pivot falls below `smallest`.
  bool factor(const MatX& block, double smallest) {
    return symmetric_ ? bordered_.factorSymmetric(block, smallest) : pivoted_.rebuild(block, smallest);
  }
  // See BorderedFactor.
  double schurComplement(const VecX& column, const VecX& row, double corner) {
    return symmetric_ ? bordered_.schurComplement(column, row, corner) : pivoted_.schurComplement(column, row, corner);
  }
  void append() { symmetric_ ? bordered_.append() : pivoted_.append(); }
  bool remove(int at) { return symmetric_ ? bordered_.remove(at) : pivoted_.remove(at); }
  void solve(VecX& x) const { symmetric_ ? bordered_.solve(x) : pivoted_.solve(x); }

 private:
  static constexpr int kWorn = 40;

  bool symmetric_ = true;
  BorderedFactor bordered_;
  PivotedFactor pivoted_;
};

}  // namespace keystone
