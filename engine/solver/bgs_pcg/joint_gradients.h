// Conjugate gradients on the bilateral rows of a problem, with all other impulses as they are: see bgs_pcg.cpp.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

enum class Preconditioner { None, Diagonal, Joint };

class JointGradients {
 public:
  // Lays out a problem with its W_ii, `diagonal` [rows]; both have to stay. `Space` is one of pgs/row_space.h.
  template <class Space>
  void begin(const ContactProblem& problem, const VecX& diagonal, Preconditioner preconditioner, const Space& space) {
    listBlocks(problem, diagonal, preconditioner);
    if (preconditioner != Preconditioner::Joint) return;
    for (Block& block : blocks_) {
      block.inverse.resize(block.count, block.count);
      for (int i = 0; i < block.count; ++i)
        for (int k = 0; k < block.count; ++k)
          block.inverse(i, k) = space.coupling(rows_[at(block.first + i)], rows_[at(block.first + k)]);
      invert(block);
    }
  }
  const std::vector<int>& rows() const { return rows_; }

  // Forgets the directions so far.
  template <class Space>
  void restart(const Space& space) {
    for (const int row : rows_) r_[row] = -space.velocity(row);
    precondition();
    p_ = z_;
    rz_ = dot(r_, z_);
  }
  // One step. What moved at most [N s]; 0 where there is nothing to go for.
  template <class Space>
  double step(Space& space, VecX& lambda) {
    space.product(rows_, p_, Wp_);
    const double bend = dot(p_, Wp_);
    if (!(bend > 0.0) || !(rz_ > 0.0)) return 0.0;
    const double length = rz_ / bend;
    double moved = 0.0;
    for (const int row : rows_) {
      lambda[row] += length * p_[row];
      space.push(row, length * p_[row]);
      r_[row] -= length * Wp_[row];
      moved = std::max(moved, std::abs(length * p_[row]));
    }
    precondition();
    const double rz = dot(r_, z_), beta = rz / rz_;
    for (const int row : rows_) p_[row] = z_[row] + beta * p_[row];
    rz_ = rz;
    return moved;
  }
  // Largest |u_i / W_ii| [N s], by the recurrence of the steps.
  double defect() const;

 private:
  static constexpr int kMost = 6;  // rows of a block
  // Rows of one joint, of those in rows_.
  struct Block {
    int first, count;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMost, kMost> inverse;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void listBlocks(const ContactProblem& problem, const VecX& diagonal, Preconditioner preconditioner);
  static void invert(Block& block);
  void precondition();  // z from r
  double dot(const VecX& a, const VecX& b) const;

  const VecX* diagonal_ = nullptr;
  Preconditioner preconditioner_ = Preconditioner::None;
  std::vector<int> rows_;
  std::vector<Block> blocks_;
  VecX r_, z_, p_, Wp_;  // [rows of the problem], zero on rows that are not in rows_
  double rz_ = 0.0;
};

}  // namespace keystone
