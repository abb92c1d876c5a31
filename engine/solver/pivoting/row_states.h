// The index sets of Baraff's method, row by row, and the friction that they tie to normals.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/index_sets.h"
#include "solver/law/cone_rows.h"

namespace keystone {

// C is Held. NC is Lower of a normal row; NC- and NC+ of friction are Lower and Upper. A row in none has not been
// driven yet, or was given up.
enum class RowState : std::uint8_t {
  None,
  Held,   // velocity zero, impulse between its bounds
  Lower,  // impulse at its lower bound: 0 of a normal row, -mu lambda_n of friction
  Upper,  // impulse at its upper bound, mu lambda_n of friction
  Away    // friction of a contact that opened: no impulse
};

// Rows are scaled, as in `rows`, each tangent by itself bounded by its normal; vectors are [rows].
class RowStates {
 public:
  void begin(const ConeRows& rows);  // none in any set, bilateral rows held; `rows` outlives it

  RowState operator[](int row) const { return state_[row]; }
  void set(int row, RowState state) { state_[row] = state; }

  bool isJoint(int row) const { return row >= rows_->firstJointRow(); }
  bool isFriction(int row) const { return !isJoint(row) && row % rows_->dim != 0; }
  bool isNormal(int row) const { return !isJoint(row) && row % rows_->dim == 0; }
  bool isBilateral(int row) const;
  bool isInert(int row) const { return rows_->scale[row] == 0.0; }  // nothing moves it
  int normalOf(int row) const { return row - row % rows_->dim; }    // of a row of a contact
  // How far friction may go for an impulse of one along the normal.
  double mu(int row) const { return rows_->mu[row / rows_->dim]; }
  // The sign of an impulse that is at a bound; else 0.
  double side(int row) const {
    return state_[row] == RowState::Upper ? 1.0 : state_[row] == RowState::Lower ? -1.0 : 0.0;
  }

  // A row's bounds beside the impulses f.
  double lower(int row, const VecX& f) const;
  double upper(int row, const VecX& f) const;

  // Friction that slides becomes what x of its normal ties it to.
  void tie(VecX& x) const;
  // Only what held rows have of x stays.
  void keepHeld(VecX& x) const;
  double largestHeld(const VecX& x) const;  // |x| of held rows
  // S with S x = x / regularization on held rows, and on the friction tied to them.
  void slope(double regularization, GeneralizedJacobian& S) const;

  // Takes over the sets of an earlier solve, begun anew, and makes its impulses f obey them.
  void take(const IndexSets& sets, VecX& f);
  // The sets as others name them, in place of `sets`.
  void toSets(IndexSets& sets) const;

 private:
  const ConeRows* rows_ = nullptr;
  std::vector<RowState> state_;  // [rows]
};

}  // namespace keystone
