// Contacts of a problem with bodies relaxed pair after pair of bodies: all contacts of a pair together and exactly,
// with everything else as it is. `Space` is one of row_space.h.
#pragma once

#include <vector>

#include "solver/one_pair/one_pair.h"
#include "solver/pgs/contact_blocks.h"

namespace keystone {

// The contacts of each pair of bodies, in their order; pairs in the order of their first ones. All bodies that nothing
// moves count as one. Contacts that move nothing are left out.
struct ContactPairs {
  std::vector<int> contacts;
  std::vector<int> begin;  // [pairs + 1], where each pair's begin

  int count() const { return static_cast<int>(begin.size()) - 1; }
  int size(int pair) const { return begin[pair + 1] - begin[pair]; }
};
// Of a problem with bodies; `contacts` is laid out with it.
void listContactPairs(const ContactProblem& problem, const ContactBlocks& contacts, ContactPairs& pairs);

class PairContacts {
 public:
  // The problem and the contacts have to stay.
  template <class Space>
  void begin(const ContactProblem& problem, ContactBlocks& contacts, const Space& space) {
    problem_ = &problem;
    contacts_ = &contacts;
    listContactPairs(problem, contacts, pairs_);
    layOut();
    for (int pair = 0; pair < pairs_.count(); ++pair) fillBlock(pair, space);
  }

  // The share omega of each pair's own solution is taken. Returns the largest change of an impulse [N s].
  template <class Space>
  double relaxPairs(double omega, Space& space, VecX& lambda) {
    double change = 0.0;
    for (int pair = 0; pair < pairs_.count(); ++pair)
      change = std::max(change, pairs_.size(pair) == 1 ? contacts_->relaxContact(contact(pair, 0), omega, space, lambda)
                                                       : relaxPair(pair, omega, space, lambda));
    return change;
  }

 private:
  std::size_t first(int pair) const { return static_cast<std::size_t>(pairs_.begin[pair]); }
  int contact(int pair, int at) const { return pairs_.contacts[first(pair) + at]; }
  int row(int pair, int i) const { return problem_->normalRow(contact(pair, i / problem_->dim)) + i % problem_->dim; }
  int rows(int pair) const { return problem_->dim * pairs_.size(pair); }
  void layOut();

  template <class Space>
  void fillBlock(int pair, const Space& space) {
    const int n = pairs_.size(pair) > 1 ? rows(pair) : 0;
    double* W = W_.data() + blocks_[pair];
    for (int i = 0; i < n; ++i)
      for (int k = 0; k <= i; ++k) W[i + k * n] = W[k + i * n] = space.coupling(row(pair, i), row(pair, k));
  }

  template <class Space>
  double relaxPair(int pair, double omega, Space& space, VecX& lambda) {
    const int n = rows(pair);
    const double* W = W_.data() + blocks_[pair];
    for (int i = 0; i < n; ++i) {
      after_[i] = lambda[row(pair, i)];
      q_[i] = space.velocity(row(pair, i));
    }
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) q_[i] -= W[i + k * n] * after_[k];
    local_.solve({problem_->dim, pairs_.size(pair), W, mu_.data() + first(pair), alone_.data() + first(pair)},
                 q_.data(), after_.data());
    double change = 0.0;
    for (int i = 0; i < n; ++i) {
      const double before = lambda[row(pair, i)];
      change = std::max(change, setRow(row(pair, i), before + omega * (after_[i] - before), space, lambda));
    }
    return change;
  }

  const ContactProblem* problem_ = nullptr;
  ContactBlocks* contacts_ = nullptr;
  ContactPairs pairs_;
  std::vector<std::size_t> blocks_;  // [pairs], where each one's W begins
  std::vector<double> W_;            // [n x n] of each pair of several contacts, n = dim times their number
  std::vector<double> mu_;           // of pairs_.contacts, zero without tangents
  std::vector<OneContact> alone_;    // of pairs_.contacts
  OnePair local_;
  VecX q_, after_;  // of the largest pair
};

}  // namespace keystone
