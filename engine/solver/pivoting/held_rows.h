// How the impulses of the held rows change so that these stay at rest: the fdirection of Baraff 1994.
#pragma once

#include "solver/pivoting/row_states.h"
#include "solver/system/contact_system.h"

namespace keystone {

// With W = L L^T, L by bodies (system/), the change x of least norm with W_CC x = -rho_C comes from two solves with
// eps I + L^T S L, which a factor in the bodies' space gives however many rows are held and however many of those
// depend on the others. The sliding friction in S is tied to its normal. Iterated until the held rows rest to rounding.
class HeldRows {
 public:
  // `contacts` outlives its use.
  void begin(const ContactSystem& contacts) {
    contacts_ = &contacts;
    root_ = contacts.root();
    factorizations_ = rounds_ = 0;
  }

  // Factors the present sets; false when they are singular.
  bool factor(const RowStates& states);
  int factorizations() const { return factorizations_; }
  // Of both, which take about as long as each other.
  int rounds() const { return factorizations_ + rounds_; }

  // df [rows] and da = W df on top of what they are: df changes on held rows and on friction tied to them, so that da
  // becomes zero on held rows. Returns the largest |da| left on a held row.
  double bringToRest(const RowStates& states, VecX& df, VecX& da);

 private:
  void solve(const RowStates& states, VecX& v, VecX& soft) const;
  void change(const RowStates& states, VecX& x) const;

  const ContactSystem* contacts_ = nullptr;
  RootSpace* root_ = nullptr;
  GeneralizedJacobian slope_;
  int factorizations_ = 0, rounds_ = 0;
};

}  // namespace keystone
