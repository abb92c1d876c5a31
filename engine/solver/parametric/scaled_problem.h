// The contact problem as the pivoting loop sees it: scalar rows, unit diagonal, unit size.
#pragma once

#include <algorithm>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// lambda = scale * size * lambda_scaled, so that W has a unit diagonal and max |q| is one; rank and step tolerances are
// then plain numbers. Tangent pairs of a spatial contact may be turned about its normal (tangent_frames.h).
struct ScaledProblem {
  SparseRows W;           // [n x n], unit diagonal
  SparseRows transposed;  // [n x n], W's columns as rows; of no meaning while `mirrored`
  bool symmetric = true;  // false where sliding friction has been substituted into W
  bool mirrored = true;   // W is symmetric in its numbers too; files may have it so to a few digits only
  VecX q;                 // [n], max-norm 1
  VecX scale;  // [n], 1 / sqrt(W_ii) (unsymmetric: of the row's largest entry); 0 for rows that nothing can move, which
               // stay out
  double size = 1.0;               // factor on q
  std::vector<int> parent;         // [n], a tangent's normal row; kNormal, kBilateral or kBounded otherwise
  std::vector<int> first_tangent;  // [n], a normal's first tangent row, or -1
  std::vector<int> tangents;       // [n], how many tangents a normal has
  VecX mu;                         // [n], tangents: |lambda_t| <= mu lambda_n in scaled impulses
  VecX limit;                      // [n], bounded joint rows: |lambda| <= limit, counted from the middle of the bounds

  static constexpr int kNormal = -1;
  static constexpr int kBilateral = -2;
  static constexpr int kBounded = -3;
  // Row i of it is column i of W.
  const SparseRows& columns() const { return mirrored ? W : transposed; }
  int rows() const { return static_cast<int>(q.size()); }
  bool isTangent(int row) const { return parent[row] >= 0; }
  bool isNormal(int row) const { return parent[row] == kNormal; }
  bool isBilateral(int row) const { return parent[row] == kBilateral; }
  bool isBounded(int row) const { return parent[row] == kBounded; }
  // Largest |lambda| of a tangent or bounded row beside the impulses x, and its change as they change by dx.
  double bound(int row, const VecX& x) const { return isTangent(row) ? boundRate(row, x) : limit[row]; }
  double boundRate(int row, const VecX& dx) const { return isTangent(row) ? mu[row] * dx[parent[row]] : 0.0; }
  bool isInert(int row) const { return scale[row] == 0.0; }
  // Friction with a symmetric W: a solution exists, but not every path leads to one.
  bool sticks() const { return symmetric && mu.any(); }
  // What violations are a share of, as the residual is (problem/residual.h): bounded by the problem, one at least.
  double scaleOf(const VecX& lambda) const {
    return std::max(1.0, std::min(q.lpNorm<1>(), lambda.lpNorm<Eigen::Infinity>()));
  }
};

// `W` is the sparse Delassus matrix of `problem`, perhaps with turned tangents; q likewise, at the middle of the joint
// rows' bounds. In place.
void scaleProblem(const ContactProblem& problem, const SparseRows& W, const VecX& q, ScaledProblem& scaled);

}  // namespace keystone
