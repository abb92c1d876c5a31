#include "problem/clamped_block.h"

#include <algorithm>
#include <cmath>

namespace keystone {

ClampedBlock clampedBlock(const ContactProblem& problem, const SparseRows& W, const IndexSets& sets,
                          const VecX& lambda) {
  ClampedBlock block;
  const int n = problem.rows();
  std::vector<int> place(static_cast<std::size_t>(n), -1);
  VecX scale = W.diagonal();
  for (int i = 0; i < n; ++i) {
    if (!(scale[i] > 0.0)) continue;
    scale[i] = 1.0 / std::sqrt(scale[i]);
    if (!isAtZeroVelocity(sets[i])) continue;
    place[i] = static_cast<int>(block.rows.size());
    block.rows.push_back(i);
  }
  const auto size = static_cast<Eigen::Index>(block.rows.size());
  block.A = MatX::Zero(size, size);
  for (Eigen::Index r = 0; r < size; ++r) {
    const int row = block.rows[r];
    for (SparseRows::InnerIterator it(W, row); it; ++it) {
      const auto column = static_cast<int>(it.col());
      const auto at = static_cast<std::size_t>(column);
      if (const int c = place[at]; c >= 0) block.A(r, c) += scale[row] * scale[column] * it.value();
      if (!isSliding(sets[at]) || problem.isJoint(column)) continue;
      const int normal = problem.normalRow(problem.contactOf(column));
      const int c = place[normal];
      if (c < 0 || !(lambda[normal] > 0.0)) continue;
      block.A(r, c) += scale[row] * scale[normal] * it.value() * lambda[column] / lambda[normal];
      block.symmetric = false;
    }
  }
  return block;
}

Conditioning conditioning(const ClampedBlock& block) {
  Conditioning result;
  if (block.rows.empty()) return result;
  VecX values;
  if (block.symmetric) {
    values = Eigen::SelfAdjointEigenSolver<MatX>(block.A, Eigen::EigenvaluesOnly).eigenvalues().cwiseAbs();
  } else {
    // Those of [0 A; A^T 0] are the singular values of A and their negatives.
    const Eigen::Index n = block.A.rows();
    MatX both = MatX::Zero(2 * n, 2 * n);
    both.topRightCorner(n, n) = block.A;
    both.bottomLeftCorner(n, n) = block.A.transpose();
    values = Eigen::SelfAdjointEigenSolver<MatX>(both, Eigen::EigenvaluesOnly).eigenvalues().tail(n).cwiseAbs();
  }
  const double largest = values.maxCoeff();
  double smallest = largest;
  for (const double value : values) {
    if (value <= kRankTolerance * largest) continue;
    ++result.rank;
    smallest = std::min(smallest, value);
  }
  result.condition = smallest > 0.0 ? largest / smallest : 1.0;
  return result;
}

}  // namespace keystone
