// Sparse Cholesky in dense fronts: the multifrontal method.
#pragma once

#include <vector>

#include "math/types.h"

namespace keystone {

// K = L L^T of a symmetric positive definite matrix given by its lower triangle. Columns whose parts of L have the same
// rows, or nearly, are eliminated together in one dense matrix [duff1983]; its remainder is added to the
// front of the first row below. analyze() once per pattern, factor() for each set of numbers. Deterministic.
class FrontFactor {
 public:
  void analyze(const Eigen::SparseMatrix<double>& lower);
  // `lower` of the analysed pattern. False if it is not positive definite to rounding.
  bool factor(const Eigen::SparseMatrix<double>& lower);
  VecX solve(const VecX& rhs) const;

 private:
  struct Front {
    int first = 0, columns = 0;  // in elimination order
    std::vector<int> below;      // rows of L under the columns, ascending, in elimination order
    int parent = -1;             // front of below[0]
    std::vector<int> in_parent;  // place of each row below in the parent's front
    int rows() const { return columns + static_cast<int>(below.size()); }
  };
  struct Entry {
    int front, row, column;  // where a number of the matrix goes
  };

  void order(const Eigen::SparseMatrix<double>& lower);
  void addChildren(std::size_t front, MatX& dense);

  std::vector<int> place_;  // [n], elimination order of each unknown
  std::vector<Front> fronts_;
  std::vector<std::vector<int>> children_;  // [fronts]
  std::vector<Entry> entries_;              // [entries of the matrix]
  std::vector<int> entry_begin_;            // [fronts + 1], into entry_order_
  std::vector<int> entry_order_;            // entries of the matrix, front by front
  std::vector<MatX> panels_;                // [fronts], rows x columns of L, upper triangle not read
  std::vector<MatX> remainders_;            // [fronts], lower triangle, for the parent
  MatX dense_;                              // the present front
};

}  // namespace keystone
