#include "math/least_norm.h"

namespace keystone {

MatX leastNormSolution(const MatX& A, const MatX& B, double rank_tolerance) {
  Eigen::CompleteOrthogonalDecomposition<MatX> decomposition;
  if (rank_tolerance > 0.0) decomposition.setThreshold(rank_tolerance);
  decomposition.compute(A);
  return decomposition.solve(B);
}

}  // namespace keystone
