// Small random contact problems, and the slow sure way to solve them.
#pragma once

#include <cmath>
#include <optional>
#include <random>

#include "problem/contact_problem.h"

namespace keystone::testing {

// A frictionless problem without bodies: u = W lambda + q.
inline ContactProblem lcp(const MatX& W, const VecX& q) {
  ContactProblem problem;
  problem.contacts = static_cast<int>(q.size());
  problem.q = q;
  problem.W = W.sparseView();
  problem.mu.setZero(q.size());
  return problem;
}

inline VecX gaussian(std::mt19937_64& random, int n) {
  std::normal_distribution<double> normal;
  return VecX::NullaryExpr(n, [&] { return normal(random); });
}

// W = J J^T with J [n x rank]; q = J v + b, b >= 0 when `feasible` (then a solution exists), else arbitrary.
inline ContactProblem randomLcp(std::mt19937_64& random, int n, int rank, bool feasible) {
  MatX J(n, rank);
  for (int c = 0; c < rank; ++c) J.col(c) = gaussian(random, n);
  const VecX b = gaussian(random, n).cwiseAbs();
  const VecX q = feasible ? VecX(J * gaussian(random, rank) + b) : gaussian(random, n);
  return lcp(J * J.transpose(), q);
}

// Tries every set of clamped rows; a positive semidefinite problem that has a solution has one with a nonsingular
// block.
inline std::optional<VecX> enumerateLcp(const MatX& W, const VecX& q) {
  const int n = static_cast<int>(q.size());
  for (unsigned sets = 0; sets < (1u << n); ++sets) {
    std::vector<int> clamped;
    for (int i = 0; i < n; ++i)
      if ((sets >> i) & 1u) clamped.push_back(i);
    VecX lambda = VecX::Zero(n);
    if (!clamped.empty()) {
      const MatX block = W(clamped, clamped);
      const Eigen::FullPivLU<MatX> lu(block);
      if (!lu.isInvertible() || lu.rcond() < 1e-10) continue;
      lambda(clamped) = lu.solve(-q(clamped));
    }
    const VecX u = W * lambda + q;
    // Rounding of an 8 x 8 solve with condition up to 1e10.
    const double noise = 1e-9 * (1.0 + lambda.lpNorm<Eigen::Infinity>());
    if (lambda.minCoeff() >= -noise && u.minCoeff() >= -noise) return lambda;
  }
  return std::nullopt;
}

}  // namespace keystone::testing
