// Sparse factorization in blocks of one fixed size: Cholesky while the matrix is symmetric, LU when it is not.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "math/block_pattern.h"
#include "math/scratch_pool.h"
#include "math/small_products.h"

namespace keystone {

// No exchanges between blocks (complete pivoting within the diagonal ones): for matrices that are dominated by a
// positive definite part. Right-looking; every block update knows its place beforehand. A stiff contact makes some
// directions of a body 1e10 times as stiff as the others; triangles keep those apart, where the inverse of a diagonal
// block would bury the soft ones in the rounding of the stiff.
template <int d>
class BlockFactor {
 public:
  using Block = Eigen::Matrix<double, d, d>;
  using Blocks = std::vector<Block, Eigen::aligned_allocator<Block>>;

  // Begins a matrix: the identity times `diagonal`. `pattern` must outlive the factor.
  void begin(const BlockPattern& pattern, bool symmetric, double diagonal) {
    pattern_ = &pattern;
    symmetric_ = symmetric;
    lower_.assign(pattern.blocks(), Block::Zero());
    if (!symmetric) upper_.assign(pattern.blocks(), Block::Zero());
    for (int k = 0; k < pattern.nodes(); ++k) lower(pattern.start[k]).diagonal().setConstant(diagonal);
  }
  // A node's own block; only its lower triangle is read while symmetric.
  Block& diagonal(int node) { return lower(pattern_->start[pattern_->place[node]]); }
  // Block `at` below the diagonal, and (unsymmetric) its mirror image, transposed: (column, row)^T.
  Block& lower(int at) { return lower_[at]; }
  Block& upperTransposed(int at) { return upper_[at]; }

  // False when a diagonal block is singular or (symmetric) not positive definite.
  bool factor() { return symmetric_ ? factorCholesky() : factorLU(); }

  // x <- A^-1 x, x [d nodes] in the order of the nodes.
  void solve(Eigen::VectorXd& x) const {
    const Scratch<Eigen::VectorXd> permuted(x.size());
    permuted->resize(x.size());
    for (int k = 0; k < pattern_->nodes(); ++k)
      permuted->template segment<d>(d * k) = x.template segment<d>(d * pattern_->node[k]);
    if (symmetric_)
      solveCholesky(*permuted);
    else
      solveLU(*permuted);
    for (int k = 0; k < pattern_->nodes(); ++k)
      x.template segment<d>(d * pattern_->node[k]) = permuted->template segment<d>(d * k);
  }

 private:
  int first(int k) const { return pattern_->start[k] + 1; }
  int last(int k) const { return pattern_->start[k + 1]; }
  int row(int at) const { return pattern_->below[at]; }
  const Block& held(int at) const { return lower_[at]; }
  const Block& mirrored(int at) const { return upper_[at]; }

  bool factorCholesky() {
    for (int k = 0; k < pattern_->nodes(); ++k) {
      Block& pivot = lower(first(k) - 1);
      if (!invertRoot(pivot)) return false;
      for (int i = first(k); i < last(k); ++i) multiply<d>(lower(i), pivot);
      const int* target = pattern_->target.data() + pattern_->target_start[k];
      for (int j = first(k); j < last(k); ++j)
        for (int i = j; i < last(k); ++i) addProduct<-1, d, d>(held(i), held(j), lower(*target++));
    }
    return true;
  }

  bool factorLU() {
    for (int k = 0; k < pattern_->nodes(); ++k) {
      const int at = first(k) - 1;
      if (!invertTriangles(lower(at), upperTransposed(at))) return false;
      const Block right = held(at).transpose(), left = mirrored(at).transpose();
      for (int i = first(k); i < last(k); ++i) {
        multiply<d>(lower(i), right);
        multiply<d>(upperTransposed(i), left);
      }
      const int* target = pattern_->target.data() + pattern_->target_start[k];
      for (int j = first(k); j < last(k); ++j) {
        addProduct<-1, d, d>(held(j), mirrored(j), lower(*target++));
        for (int i = j + 1; i < last(k); ++i, ++target) {
          addProduct<-1, d, d>(held(i), mirrored(j), lower(*target));
          addProduct<-1, d, d>(mirrored(i), held(j), upperTransposed(*target));
        }
      }
    }
    return true;
  }

  // a <- L^-1 of a = L L^T, whose lower triangle is read; false when it is not positive definite.
  static bool invertRoot(Block& a) {
    Block root = Block::Zero();
    for (int j = 0; j < d; ++j) {
      double pivot = a(j, j);
      for (int k = 0; k < j; ++k) pivot -= root(j, k) * root(j, k);
      if (!(pivot > 0.0)) return false;
      root(j, j) = std::sqrt(pivot);
      for (int i = j + 1; i < d; ++i) {
        double sum = a(i, j);
        for (int k = 0; k < j; ++k) sum -= root(i, k) * root(j, k);
        root(i, j) = sum / root(j, j);
      }
    }
    a.setZero();
    for (int j = 0; j < d; ++j) {
      a(j, j) = 1.0 / root(j, j);
      for (int i = j + 1; i < d; ++i) {
        double sum = 0.0;
        for (int k = j; k < i; ++k) sum -= root(i, k) * a(k, j);
        a(i, j) = sum / root(i, i);
      }
    }
    return true;
  }

  // Of P a Q = L U with complete pivoting: a <- Q U^-1 and l <- (L^-1 P)^T, so that a^-1 = a l^T. False when a is
  // singular.
  static bool invertTriangles(Block& a, Block& l) {
    std::array<int, d> row{}, column{};  // exchanged with
    for (int k = 0; k < d; ++k) {
      int i = k, j = k;
      const double largest = a.bottomRightCorner(d - k, d - k).cwiseAbs().maxCoeff(&i, &j);
      if (!(largest > 0.0)) return false;
      row[k] = i += k;
      column[k] = j += k;
      if (i != k) a.row(k).swap(a.row(i));
      if (j != k) a.col(k).swap(a.col(j));
      for (int below = k + 1; below < d; ++below) a(below, k) /= a(k, k);
      for (int right = k + 1; right < d; ++right)
        for (int below = k + 1; below < d; ++below) a(below, right) -= a(below, k) * a(k, right);
    }
    l.setIdentity();
    Block u = Block::Zero();
    for (int j = 0; j < d; ++j) {
      for (int i = j + 1; i < d; ++i)
        for (int k = j; k < i; ++k) l(j, i) -= a(i, k) * l(j, k);
      u(j, j) = 1.0 / a(j, j);
      for (int i = j - 1; i >= 0; --i) {
        for (int k = i + 1; k <= j; ++k) u(i, j) -= a(i, k) * u(k, j);
        u(i, j) /= a(i, i);
      }
    }
    for (int k = d - 1; k >= 0; --k) {
      if (const int i = row[k]; i != k) l.row(k).swap(l.row(i));
      if (const int j = column[k]; j != k) u.row(k).swap(u.row(j));
    }
    a = u;
    return true;
  }

  void solveCholesky(Eigen::VectorXd& x) const {
    for (int k = 0; k < pattern_->nodes(); ++k) {
      auto part = x.template segment<d>(d * k);
      part = (held(first(k) - 1) * part).eval();
      for (int i = first(k); i < last(k); ++i) x.template segment<d>(d * row(i)).noalias() -= held(i) * part;
    }
    for (int k = pattern_->nodes() - 1; k >= 0; --k) {
      auto part = x.template segment<d>(d * k);
      for (int i = first(k); i < last(k); ++i)
        part.noalias() -= held(i).transpose() * x.template segment<d>(d * row(i));
      part = (held(first(k) - 1).transpose() * part).eval();
    }
  }

  void solveLU(Eigen::VectorXd& x) const {
    for (int k = 0; k < pattern_->nodes(); ++k) {
      auto part = x.template segment<d>(d * k);
      part = (mirrored(first(k) - 1).transpose() * part).eval();
      for (int i = first(k); i < last(k); ++i) x.template segment<d>(d * row(i)).noalias() -= held(i) * part;
    }
    for (int k = pattern_->nodes() - 1; k >= 0; --k) {
      auto part = x.template segment<d>(d * k);
      for (int i = first(k); i < last(k); ++i)
        part.noalias() -= mirrored(i).transpose() * x.template segment<d>(d * row(i));
      part = (held(first(k) - 1) * part).eval();
    }
  }

  const BlockPattern* pattern_ = nullptr;
  bool symmetric_ = true;
  Blocks lower_, upper_;
};

}  // namespace keystone
