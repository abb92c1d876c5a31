#include "problem/joint_system.h"

namespace keystone {
namespace {

constexpr double kEpsilon = 1e-9;

SparseRows inverseMassMatrix(const std::vector<InverseMass>& inv_mass) {
  const auto n = 6 * static_cast<Eigen::Index>(inv_mass.size());
  std::vector<Eigen::Triplet<double, int>> entries;
  entries.reserve(12 * inv_mass.size());
  int at = 0;
  for (const InverseMass& inverse : inv_mass) {
    for (int k = 0; k < 3; ++k) entries.emplace_back(at + k, at + k, inverse.linear[k]);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) entries.emplace_back(at + 3 + i, at + 3 + k, inverse.angular(i, k));
    at += 6;
  }
  SparseRows M(n, n);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

}  // namespace

JointSystem::JointSystem(const SparseRows& J, const std::vector<InverseMass>& inv_mass)
    : weighted_(inverseMassMatrix(inv_mass) * SparseRows(J.transpose())), A_(J * weighted_) {
  Eigen::SparseMatrix<double> shifted = A_;
  for (Eigen::Index i = 0; i < shifted.rows(); ++i) {
    const double own = A_.coeff(i, i);
    shifted.coeffRef(i, i) += own > 0.0 ? kEpsilon * own : 1.0;  // a row that nothing can move stays alone
  }
  factor_.compute(shifted);
}

VecX JointSystem::reachable(const VecX& b) const {
  return A_ * impulses(b);
}

}  // namespace keystone
