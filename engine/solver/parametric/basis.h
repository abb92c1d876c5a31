// The pivoting loop's state: impulses, velocities, the set of every row, and the factor of the rows held at zero
// velocity.
#pragma once

#include <vector>

#include "problem/index_sets.h"
#include "solver/parametric/clamped_factor.h"
#include "solver/parametric/scaled_problem.h"
#include "solver/row_scale.h"

namespace keystone {

// +1 or -1 for a sliding tangent, the sign of its force; 0 for every other set.
inline double slideSign(RowSet set) {
  return set == RowSet::SlideForward ? 1.0 : set == RowSet::SlideBackward ? -1.0 : 0.0;
}

struct Direction {
  VecX lambda;  // [n], change of the impulses
  VecX u;       // [n], change of the velocities
};

// Every touching row is either basic (in the factor: its velocity is held at zero by solving for its impulse), tied (a
// sliding tangent, impulse +-mu lambda_n, folded into its normal's column), or dependent (on basic rows: impulse
// constant, velocity zero because theirs is).
class Basis {
 public:
  // Cold. The problem and the factor are the caller's and outlive the basis' use.
  void begin(const ScaledProblem& problem, ClampedFactor& factor);

  const ScaledProblem& problem() const { return *problem_; }
  VecX lambda, u;  // [n], scaled
  RowSet set(int row) const { return sets_[row]; }
  const IndexSets& sets() const { return sets_; }
  bool isBasic(int row) const { return slot_[row] >= 0; }
  bool isDependent(int row) const;
  const std::vector<int>& basic() const { return basic_; }
  // Nothing is in the factor but joint rows, which are there from the start.
  bool isCold() const;
  int factorizations() const { return factorizations_; }

  // A row joins with the set given; false when it depends on the basic rows: the set is changed, but the row is not in
  // the factor.
  bool enter(int row, RowSet set);
  // A row leaves the factor (if it is in) and gets the set given; sliding sets tie a tangent to its normal.
  void leave(int row, RowSet set);
  // Takes over sets and impulses at once: rows that cannot enter end dependent.
  void start(const IndexSets& sets, const VecX& impulses);
  // Rebuilds the factor from the present sets; rows that turn out dependent stay out.
  void refactor();

  // The change of the impulses, on basic rows and tangents tied to them, that changes the basic velocities as du does;
  // both [n]. They are different vectors, here and below.
  void impulsesFor(const VecX& du, VecX& change);
  // W x, using that x is sparse.
  void apply(const VecX& x, VecX& result) const;
  // Basic impulses such that every basic velocity is zero for q + share offset; updates u. Held and free rows keep
  // theirs.
  void settle(double share, const VecX& offset);
  void settle() { settle(0.0, problem_->q); }
  // The direction in which dependent row `row` changes by `sense` and no basic velocity moves.
  void alongDependency(int row, double sense, Direction& direction);

 private:
  bool isJoint(int row) const;  // held at zero velocity from the start: bilateral, or bounded on both sides
  // what(tangent, sign) for every sliding tangent of a normal row.
  template <class What>
  void forTied(int normal, What what) const {
    const int first = problem_->first_tangent[normal];
    if (first < 0) return;
    for (int k = first; k < first + problem_->tangents[normal]; ++k)
      if (const double sign = slideSign(set(k)); sign != 0.0) what(k, sign);
  }

  void columnOf(int row, VecX& dense) const;
  double schurOf(int row);
  void join(int row);
  bool joinIfIndependent(int row);
  bool drop(int row);
  bool retie(int tangent, RowSet set);
  bool isTied() const;  // a sliding tangent is tied to its normal
  void empty();
  bool factorBlock(const std::vector<int>& rows, double smallest);
  void rebuild(double smallest);
  void rebuildIfWorn();
  void imposeSets();

  const ScaledProblem* problem_ = nullptr;
  ClampedFactor* factor_ = nullptr;
  IndexSets sets_;
  std::vector<int> basic_;  // rows in the factor's order
  std::vector<int> slot_;   // [n], place in the factor or -1
  int factorizations_ = 0;
  // Scratch.
  VecX column_, row_, dense_row_, dense_column_;  // [n]
  VecX change_;                                   // [n], of settle() alone
  std::vector<int> first_, rebuilt_;
};

}  // namespace keystone
