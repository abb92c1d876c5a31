#include "math/least_norm.h"

#include <limits>

namespace keystone {

MatX leastNormSolution(const MatX& A, const MatX& B, double rank_tolerance) {
  // The search for pivots does not end among numbers that are none.
  if (!A.allFinite()) return MatX::Constant(A.cols(), B.cols(), std::numeric_limits<double>::quiet_NaN());
  Eigen::CompleteOrthogonalDecomposition<MatX> decomposition;
  if (rank_tolerance > 0.0) decomposition.setThreshold(rank_tolerance);
  decomposition.compute(A);
  return decomposition.solve(B);
}

}  // namespace keystone
