// The law of contact with its corners rounded off: an interior that shrinks onto the law as tau goes to nothing.
#pragma once

#include <utility>

#include "math/scratch_pool.h"
#include "solver/law/cone_rows.h"

namespace keystone {

// At every y exactly one pair with lambda - u = y that obeys, scaled as `rows`,
//   normal    lambda_n u_n = tau,  both positive
//   friction  u_t = -2 tau lambda_t / (radius^2 - |lambda_t|^2),  radius = mu lambda_n  (Box: each tangent by itself)
//   joints    the same between two finite bounds, like a normal row above one; u = -tau lambda without any
//   discs     like friction
// so that tau = 0 is the law itself: on contacts without friction Kanzow's (1996) smoothing.
class SmoothLaw {
 public:
  explicit SmoothLaw(const ConeRows& rows);

  double tau = 1.0;

  void evaluate(const VecX& y, VecX& lambda, VecX& u);
  // Along the law at y, which is that of the last evaluate(), lambda changes by -S times what u does,
  void slope(const VecX& y, GeneralizedJacobian& S) const;
  // and by p times what log tau does. Both in place.
  void alongTau(const VecX& lambda, VecX& p) const;
  // How much of its reach, within which the law is nearly linear, a change of y takes: [contacts + joint rows + discs],
  // 1 is all. lambda and u are those at y. Towards a corner of the law the reach ends short of it; away from it what
  // lambda and u are together matters little. Zero for rows that bend nowhere.
  void shares(const VecX& y, const VecX& lambda, const VecX& u, const VecX& change, VecX& share) const;
  // The rows of the k-th share, the first and their number.
  std::pair<int, int> rowsOfShare(int k) const;

 private:
  // Friction within a radius: of a contact under the cone, of a tangent by itself, of a joint row between two bounds
  // (of others without a radius).
  struct Frictions {
    VecX pull, radius, size, slack;  // |y| and bound; |lambda| and radius^2 - |lambda|^2
  };

  void findFrictions();
  int frictionOf(int contact) const { return frictions_each_ * contact; }
  int frictionOfJoint(int joint_row) const { return frictions_each_ * rows_.contacts + joint_row; }
  int frictionOfDisc(int disc) const { return frictionOfJoint(rows_.joint_rows) + disc; }
  int discs() const { return static_cast<int>(rows_.discs.size()); }
  void evaluateDiscs(const VecX& y, VecX& lambda, VecX& u) const;
  void discSlopes(const VecX& y, GeneralizedJacobian& S) const;
  bool isCone() const { return rows_.dim == 3 && rows_.law == FrictionLaw::Cone; }

  const ConeRows& rows_;
  const int frictions_each_;  // of a contact
  Scratch<Frictions> frictions_;
};

}  // namespace keystone
