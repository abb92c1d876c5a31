#include "math/least_norm.h"

#include <cmath>
#include <limits>

namespace keystone {

MatX leastNormSolution(const MatX& A, const MatX& B, double rank_tolerance) {
  // The search for pivots reads beyond an empty matrix, and goes astray among numbers that are none.
  if (A.size() == 0) return MatX::Zero(A.cols(), B.cols());
  if (!std::isfinite(A.squaredNorm())) {
    return MatX::Constant(A.cols(), B.cols(), std::numeric_limits<double>::quiet_NaN());
  }
  Eigen::CompleteOrthogonalDecomposition<MatX> decomposition;
  if (rank_tolerance > 0.0) decomposition.setThreshold(rank_tolerance);
  decomposition.compute(A);
  return decomposition.solve(B);
}

}  // namespace keystone
