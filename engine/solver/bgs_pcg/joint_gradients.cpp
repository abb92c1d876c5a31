#include "solver/bgs_pcg/joint_gradients.h"

#include <algorithm>
#include <cmath>

namespace keystone {

void JointGradients::listBlocks(const ContactProblem& problem, const VecX& diagonal, Preconditioner preconditioner) {
  diagonal_ = &diagonal;
  preconditioner_ = preconditioner;
  rows_.clear();
  blocks_.clear();
  const auto jointOf = [&](int row) {
    return problem.joint_of_row.empty() ? row : problem.joint_of_row[at(row - problem.firstJointRow())];
  };
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    if (!problem.isBilateral(row) || !(diagonal[row] > 0.0)) continue;
    const bool joins = !rows_.empty() && jointOf(rows_.back()) == jointOf(row) && blocks_.back().count < kMost;
    if (!joins) blocks_.push_back({static_cast<int>(rows_.size()), 0, {}});
    ++blocks_.back().count;
    rows_.push_back(row);
  }
  for (VecX* vector : {&r_, &z_, &p_, &Wp_}) vector->setZero(problem.rows());
}

// By eigenvalues, scaled to a unit diagonal so that turns and ways count alike. A joint may hold a way twice: what it
// cannot move is left out.
void JointGradients::invert(Block& block) {
  constexpr double kNothing = 1e-10;  // of the largest eigenvalue, 1 to 6: rounding of a dependent row, with room
  using Small = decltype(block.inverse);
  const Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMost, 1> scale =
      block.inverse.diagonal().cwiseSqrt().cwiseInverse();
  const Small scaled = scale.asDiagonal() * block.inverse * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Small> of(scaled);
  auto turned = of.eigenvalues().eval();
  for (double& value : turned) value = value > kNothing ? 1.0 / value : 0.0;
  const Small inverse = of.eigenvectors() * turned.asDiagonal() * of.eigenvectors().transpose();
  block.inverse = scale.asDiagonal() * inverse * scale.asDiagonal();
}

void JointGradients::precondition() {
  switch (preconditioner_) {
    case Preconditioner::None:
      for (const int row : rows_) z_[row] = r_[row];
      return;
    case Preconditioner::Diagonal:
      for (const int row : rows_) z_[row] = r_[row] / (*diagonal_)[row];
      return;
    case Preconditioner::Joint:
      for (const Block& block : blocks_)
        for (int i = 0; i < block.count; ++i) {
          double sum = 0.0;
          for (int k = 0; k < block.count; ++k) sum += block.inverse(i, k) * r_[rows_[at(block.first + k)]];
          z_[rows_[at(block.first + i)]] = sum;
        }
  }
}

double JointGradients::dot(const VecX& a, const VecX& b) const {
  double sum = 0.0;
  for (const int row : rows_) sum += a[row] * b[row];
  return sum;
}

double JointGradients::defect() const {
  double most = 0.0;
  for (const int row : rows_) most = std::max(most, std::abs(r_[row]) / (*diagonal_)[row]);
  return most;
}

}  // namespace keystone
