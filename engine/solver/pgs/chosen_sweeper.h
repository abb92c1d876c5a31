// The sweeper that suits a problem, laid out.
#pragma once

#include "math/scratch_pool.h"
#include "solver/pgs/sweeper.h"

namespace keystone {

// Pairs of bodies four at a time where the problem is of that kind, else row by row. Layouts are megabytes: they are
// kept for the next solve.
class ChosenSweeper {
 public:
  // `problem` outlives this; lambda [rows].
  ChosenSweeper(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda)
      : pairs_(problem.dim), rows_(problem.rows()), sweeper_(pairs_->sweeper.get()) {
    if (sweeper_->begin(problem, law, omega, lambda)) return;
    sweeper_ = rows_->sweeper.get();
    sweeper_->begin(problem, law, omega, lambda);
  }
  Sweeper& operator*() const { return *sweeper_; }
  Sweeper* operator->() const { return sweeper_; }

 private:
  struct Pairs {
    std::unique_ptr<Sweeper> sweeper = pairSweeper();
  };
  struct Rows {
    std::unique_ptr<Sweeper> sweeper = rowSweeper();
  };
  const Scratch<Pairs> pairs_;
  const Scratch<Rows> rows_;
  Sweeper* sweeper_;
};

}  // namespace keystone
