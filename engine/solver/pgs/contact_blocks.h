// Contacts of a problem relaxed one after the other, each exactly under Coulomb's law with all others as they are: a
// sweep of nonsmooth Gauss-Seidel. `Space` is one of row_space.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "problem/delassus.h"
#include "solver/one_contact/one_contact.h"
#include "solver/pgs/row_space.h"

namespace keystone {

class ContactBlocks {
 public:
  // The problem has to stay.
  void begin(const ContactProblem& problem) {
    problem_ = &problem;
    blocks_.resize(problem.contacts);
    local_.resize(blocks_.size());
    for (int c = 0; c < problem.contacts; ++c) {
      block(c) = contactBlock(problem, c);
      if (isMoved(c)) local_[c] = OneContact(block(c), problem.dim);
    }
    delassusDiagonal(problem, diagonal_);
  }
  const VecX& diagonal() const { return diagonal_; }  // [rows], W_ii
  bool isMoved(int contact) const { return block(contact)(0, 0) > 0.0; }
  const OneContact& alone(int contact) const { return local_[contact]; }  // if it is moved
  // Largest |q_i / W_ii| [N s].
  double freeScale() const {
    double largest = 0.0;
    for (int i = 0; i < problem_->rows(); ++i)
      if (diagonal_[i] > 0.0) largest = std::max(largest, std::abs(problem_->q[i]) / diagonal_[i]);
    return largest;
  }

  // The share omega of each contact's own solution is taken. All return the largest change of an impulse [N s].
  template <class Space>
  double relaxContacts(double omega, Space& space, VecX& lambda) {
    double change = 0.0;
    for (int c = 0; c < problem_->contacts; ++c) change = std::max(change, relaxContact(c, omega, space, lambda));
    return change;
  }
  template <class Space>
  double relaxContact(int contact, double omega, Space& space, VecX& lambda) {
    const int dim = problem_->dim, n = problem_->normalRow(contact);
    if (!isMoved(contact)) return 0.0;  // it keeps its impulse
    Vec3 q = Vec3::Zero(), before = Vec3::Zero();
    for (int i = 0; i < dim; ++i) {
      before[i] = lambda[n + i];
      q[i] = space.velocity(n + i);
    }
    q -= block(contact) * before;
    const double mu = dim > 1 ? problem_->mu[contact] : 0.0;
    const Vec3 after = before + omega * (alone(contact).solve(q, mu) - before);
    double change = 0.0;
    for (int i = 0; i < dim; ++i) change = std::max(change, setRow(n + i, after[i], space, lambda));
    return change;
  }
  template <class Space>
  double relaxJointRow(int row, Space& space, VecX& lambda) {
    if (!(diagonal_[row] > 0.0)) return 0.0;
    const double moved = lambda[row] - space.velocity(row) / diagonal_[row];
    return setRow(row, std::clamp(moved, problem_->lower(row), problem_->upper(row)), space, lambda);
  }

 private:
  Mat3& block(int contact) { return blocks_[contact]; }
  const Mat3& block(int contact) const { return blocks_[contact]; }

  const ContactProblem* problem_ = nullptr;
  VecX diagonal_;
  std::vector<Mat3> blocks_;       // [contacts], W_cc
  std::vector<OneContact> local_;  // [contacts]
};

}  // namespace keystone
