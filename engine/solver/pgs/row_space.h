// The velocity of one row after another, u_i = (W lambda + q)_i, kept up to date while single impulses change: for
// methods that relax rows or contacts in turn.
#pragma once

#include <cmath>
#include <vector>

#include "problem/delassus.h"

namespace keystone {

// u_i and its update through the bodies; T = J M^-1 shares nothing with J but its shape.
class BodySpace {
 public:
  void begin(const ContactProblem& problem, const VecX& lambda) {
    problem_ = &problem;
    lambda_ = &lambda;
    weightedJacobian(problem, T_);
    setImpulses();
  }
  // After all impulses changed at once.
  void setImpulses() { dv_.noalias() = T_.transpose() * *lambda_; }

  double velocity(int row) const {
    return problem_->q[row] + problem_->complianceOf(row) * (*lambda_)[row] + dot(problem_->J, row);
  }
  double coupling(int i, int j) const {  // W_ij
    double sum = i == j ? problem_->complianceOf(i) : 0.0;
    SparseRows::InnerIterator a(problem_->J, i);
    SparseRows::InnerIterator b(T_, j);
    while (a && b) {
      if (a.col() == b.col()) sum += a.value() * b.value();
      const bool advance_a = a.col() <= b.col();
      const bool advance_b = b.col() <= a.col();
      if (advance_a) ++a;
      if (advance_b) ++b;
    }
    return sum;
  }
  void push(int row, double impulse) {
    for (SparseRows::InnerIterator it(T_, row); it; ++it) dv_[it.col()] += it.value() * impulse;
  }
  // W p on some rows, for a p [rows] that is zero on all others.
  void product(const std::vector<int>& rows, const VecX& p, VecX& result) {
    moved_.setZero(dv_.size());
    for (const int row : rows)
      for (SparseRows::InnerIterator it(T_, row); it; ++it) moved_[it.col()] += it.value() * p[row];
    for (const int row : rows) {
      result[row] = problem_->complianceOf(row) * p[row];
      for (SparseRows::InnerIterator it(problem_->J, row); it; ++it) result[row] += it.value() * moved_[it.col()];
    }
  }

 private:
  double dot(const SparseRows& rows, int row) const {
    double sum = 0.0;
    for (SparseRows::InnerIterator it(rows, row); it; ++it) sum += it.value() * dv_[it.col()];
    return sum;
  }

  const ContactProblem* problem_ = nullptr;
  const VecX* lambda_ = nullptr;
  SparseRows T_;  // [rows x 6 bodies]
  VecX dv_;       // [6 bodies], M^-1 J^T lambda
  VecX moved_;    // [6 bodies], of product()
};

// The same for a problem that has only W and q.
class MatrixSpace {
 public:
  void begin(const ContactProblem& problem, const VecX& lambda) {
    problem_ = &problem;
    lambda_ = &lambda;
  }

  double velocity(int row) const {
    double sum = problem_->q[row];
    for (SparseRows::InnerIterator it(problem_->W, row); it; ++it) sum += it.value() * (*lambda_)[it.col()];
    return sum;
  }
  double coupling(int i, int j) const { return problem_->W.coeff(i, j); }
  void push(int, double) const {}  // velocity() reads the impulses themselves
  void product(const std::vector<int>& rows, const VecX& p, VecX& result) const {
    for (const int row : rows) {
      result[row] = 0.0;
      for (SparseRows::InnerIterator it(problem_->W, row); it; ++it) result[row] += it.value() * p[it.col()];
    }
  }

 private:
  const ContactProblem* problem_ = nullptr;
  const VecX* lambda_ = nullptr;
};

// Sets an impulse of lambda and tells the space; returns by how much it has changed [N s].
template <class Space>
double setRow(int row, double value, Space& space, VecX& lambda) {
  const double change = value - lambda[row];
  lambda[row] = value;
  if (change != 0.0) space.push(row, change);
  return std::abs(change);
}

}  // namespace keystone
