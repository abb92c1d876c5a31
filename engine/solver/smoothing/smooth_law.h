// The law of contact with its corners rounded off: an interior that shrinks onto the law as tau goes to nothing.
#pragma once

#include "solver/law/cone_rows.h"

namespace keystone {

// At every y exactly one pair with lambda - u = y that obeys, scaled as `rows`,
//   normal    lambda_n u_n = tau,  both positive
//   friction  u_t = -2 tau lambda_t / (radius^2 - |lambda_t|^2),  radius = mu lambda_n  (Box: each tangent by itself)
//   joints    the same between two finite bounds, like a normal row above one; u = -tau lambda without any
// so that tau = 0 is the law itself: on contacts without friction Kanzow's (1996) smoothing.
class SmoothLaw {
 public:
  explicit SmoothLaw(const ConeRows& rows) : rows_(rows) {}

  double tau = 1.0;

  void evaluate(const VecX& y, VecX& lambda, VecX& u) const;
  // S, in place: the change of lambda is -S times that of u along the law at y. `coupling`, 0 to 1: how much of a
  // sliding contact's dependence on its own normal impulse S has.
  void slope(const VecX& y, double coupling, LawSlope& S) const;

 private:
  const ConeRows& rows_;
};

}  // namespace keystone
