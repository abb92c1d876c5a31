// Least squares on bilateral rows: A = J M^-1 J^T is singular wherever joints are redundant.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "body/body.h"
#include "math/types.h"

namespace keystone {

// A + epsilon diag(A), factored once (sparse, O(rows) for chains). epsilon is 1e-9: the part of a right-hand side that
// A cannot reach comes out divided by epsilon, and A takes it to zero again.
class JointSystem {
 public:
  // J [rows x 6 bodies].
  JointSystem(const SparseRows& J, const std::vector<InverseMass>& inv_mass);

  // y with (A + epsilon diag(A)) y = b, [rows].
  VecX impulses(const VecX& b) const { return factor_.solve(b); }
  // The nearest to b that impulses can reach: A y.
  VecX reachable(const VecX& b) const;
  // M^-1 J^T y, [6 bodies].
  VecX motion(const VecX& y) const { return weighted_ * y; }

 private:
  SparseRows weighted_;            // M^-1 J^T, [6 bodies x rows]
  Eigen::SparseMatrix<double> A_;  // [rows x rows]
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
};

}  // namespace keystone
