// One contact by itself under Coulomb's law, solved exactly: the local problem of methods that go contact by contact.
#pragma once

#include "math/types.h"

namespace keystone {

// Finds lambda with u = W lambda + q, 0 <= lambda_n, u_n >= 0, lambda_n u_n = 0, |lambda_t| <= mu lambda_n, and
// lambda_t = -mu lambda_n u_t / |u_t| where u_t is not zero. There is one for every q, since W_nn > 0; where there are
// several (large mu), it is one of them.
// Sources: Jourdan, Alart, Jean 1998 (the local problem); Bonnefon and Daviet 2011 (u_t = -alpha lambda_t makes sliding
// an equation in alpha alone, a quartic). Departure: the equation is not expanded to a quartic, but solved by Newton's
// method between bounds, in the axes of the tangents' Schur complement, to the last digit.
class OneContact {
 public:
  OneContact() = default;
  // W [1/kg], in the upper left dim x dim corner, zero elsewhere; symmetric, positive semidefinite, W_nn > 0.
  OneContact(const Mat3& W, int dim);

  // [N s], rows n, t1, t2, for q [m/s].
  Vec3 solve(const Vec3& q, double mu) const;

 private:
  struct Tangents;
  double slidingAlpha(const Tangents& tangents, double mu) const;

  bool has_tangents_ = false;
  double nn_ = 1.0, inert_ = 0.0;  // W_nn; what rounding leaves of S
  Vec2 w_ = Vec2::Zero();          // W_tn
  Vec2 slope_ = Vec2::Zero();      // w / W_nn, in the axes of S
  Vec2 S_ = Vec2::Zero();          // eigenvalues of the tangents' Schur complement W_tt - w w^T / W_nn
  Eigen::Matrix2d axes_ = Eigen::Matrix2d::Identity();
};

}  // namespace keystone
