// K = H + A_F^T R A_F, the matrix of a program whose Free rows F are held by springs of stiffness R.
#pragma once

#include <Eigen/SparseCholesky>
#include <span>
#include <vector>

#include "program/front_factor.h"
#include "program/quadratic_program.h"

namespace keystone {

// Keeps the pattern of H + A^T A, its fill-reducing order and the symbolic factor from program to program for as long
// as the patterns of H and A stay the same. The numbers do not depend on what was solved before.
class PenaltySystem {
 public:
  // The program must outlive the calls below.
  void setProgram(const QuadraticProgram& program);
  // Sums and factors K. False if K is not positive definite to rounding. Returns at once when K is, number by number,
  // the one of the last factor, as it is at rest and where only right sides change.
  bool factor(std::span<const Side> sides, const VecX& stiffness);
  int factorizations() const { return factorizations_; }  // so far
  VecX solve(const VecX& rhs) const;

 private:
  bool samePattern(const QuadraticProgram& program) const;
  void findPattern(const QuadraticProgram& program);

  const QuadraticProgram* program_ = nullptr;
  std::vector<int> H_outer_, H_inner_, A_outer_, A_inner_;  // the patterns in use
  Eigen::SparseMatrix<double> K_;                           // lower triangle
  std::vector<int> H_at_;        // [entries of H], where each goes in K_; -1 for the upper triangle
  std::vector<int> product_at_;  // row by row, a_j a_k for j <= k in the row's order: where each goes
  bool isLarge() const;
  FrontFactor fronts_;                                             // of large matrices
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> by_columns_;  // of the others
  VecX factored_;                                                  // K_'s values that the factor is of; empty: none
  int factorizations_ = 0;
};

}  // namespace keystone
