#include "solver/parametric/scaled_problem.h"

#include <algorithm>
#include <cmath>

#include "solver/row_scale.h"

namespace keystone {
namespace {

constexpr double kMirror = 1e-14;  // of the unit diagonal: what rounding takes from symmetry

// The size of a row: the diagonal of an unsymmetric W may be negative, or vanish.
double sizeOf(const SparseRows& W, int row, bool symmetric) {
  if (symmetric) return W.coeff(row, row);
  double largest = 0.0;
  for (SparseRows::InnerIterator it(W, row); it; ++it) largest = std::max(largest, std::abs(it.value()));
  return largest;
}

void chooseScale(const SparseRows& W, bool symmetric, VecX& scale) {
  scale.resize(W.rows());
  for (int i = 0; i < W.rows(); ++i) scale[i] = sizeOf(W, i, symmetric);
  const double largest = W.rows() > 0 ? scale.maxCoeff() : 0.0;
  for (double& s : scale) s = rowScale(s, largest);
}

// W of a unit diagonal. What bodies make is symmetric but for rounding; a file's W need not be.
bool isMirrored(const SparseRows& W, const SparseRows& transposed) {
  double worst = 0.0;
  const SparseRows difference = W - transposed;
  for (int i = 0; i < difference.outerSize(); ++i)
    for (SparseRows::InnerIterator it(difference, i); it; ++it) worst = std::max(worst, std::abs(it.value()));
  return worst <= kMirror;
}

void scaleMatrix(const SparseRows& W, const VecX& scale, SparseRows& scaled) {
  scaled = W;
  for (int i = 0; i < scaled.rows(); ++i)
    for (SparseRows::InnerIterator it(scaled, i); it; ++it) it.valueRef() = scale[i] * it.value() * scale[it.col()];
}

}  // namespace

void scaleProblem(const ContactProblem& problem, const SparseRows& W, const VecX& q, ScaledProblem& scaled) {
  const int n = problem.rows();
  scaled.symmetric = problem.symmetric;
  chooseScale(W, problem.symmetric, scaled.scale);
  scaleMatrix(W, scaled.scale, scaled.W);
  scaled.mirrored = problem.symmetric && problem.hasBodies();
  if (!scaled.mirrored) {
    scaled.transposed = scaled.W.transpose();
    scaled.mirrored = problem.symmetric && isMirrored(scaled.W, scaled.transposed);
  }
  scaled.q = scaled.scale.cwiseProduct(q);
  const double largest = n > 0 ? scaled.q.lpNorm<Eigen::Infinity>() : 0.0;
  scaled.size = largest > 0.0 ? largest : 1.0;
  scaled.q /= scaled.size;

  scaled.parent.assign(n, ScaledProblem::kNormal);
  scaled.first_tangent.assign(n, -1);
  scaled.tangents.assign(n, 0);
  scaled.mu.setZero(n);
  scaled.limit.setZero(n);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (problem.isBilateral(i)) {
      scaled.parent[at] = ScaledProblem::kBilateral;
    } else if (problem.isJoint(i)) {
      // A limit is a normal row without tangents, as which it was set up.
      if (problem.isLimit(i)) continue;
      scaled.parent[at] = ScaledProblem::kBounded;
      if (!scaled.isInert(i))
        scaled.limit[i] = 0.5 * (problem.upper(i) - problem.lower(i)) / (scaled.scale[i] * scaled.size);
    } else if (problem.isTangent(i)) {
      const int normal = problem.normalRow(problem.contactOf(i));
      scaled.parent[at] = normal;
      if (!scaled.isInert(i)) scaled.mu[i] = problem.mu[problem.contactOf(i)] * scaled.scale[normal] / scaled.scale[i];
    } else if (problem.dim > 1) {
      scaled.first_tangent[at] = i + 1;
      scaled.tangents[at] = problem.dim - 1;
    }
  }
}

}  // namespace keystone
