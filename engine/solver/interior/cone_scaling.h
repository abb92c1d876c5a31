// Nesterov and Todd's scaling of a pair inside the second-order cone |x_1| < x_0 of three dimensions.
//
// For x, s inside the cone there is one symmetric V, of the cone's own symmetries, with V x = V^-1 s. With
// R = diag(1, -1, -1), |x|_R = sqrt(x . R x) and x' = x / |x|_R, s' = s / |s|_R:
//   w = (s' + R x') / |s' + R x'|_R,  V^2 = beta^2 (2 w w^T - R),  V = beta (2 r r^T - R),
//   r = (w + e) / sqrt(2 (w_0 + 1)),  beta = sqrt(|s|_R / |x|_R).
// Nesterov and Todd 1997; Andersen, Dahl, Liu and Vandenberghe 2011, section 1.3.4.
#pragma once

#include "math/types.h"

namespace keystone {

class ConeScaling {
 public:
  // `x` and `s` are inside the cone.
  ConeScaling(const Vec3& x, const Vec3& s);

  Vec3 apply(const Vec3& x) const { return beta_ * reflect(root_, x); }                   // V x
  Vec3 applyInverse(const Vec3& s) const { return reflect(reversed(root_), s) / beta_; }  // V^-1 s
  Mat3 inverseSquare() const;                                                             // V^-2
  const Vec3& point() const { return point_; }                                            // V x = V^-1 s

  static Vec3 reversed(const Vec3& x) { return {x[0], -x[1], -x[2]}; }  // R x

 private:
  static Vec3 reflect(const Vec3& r, const Vec3& x) { return 2.0 * r.dot(x) * r - reversed(x); }

  Vec3 w_, root_, point_;
  double beta_;
};

// The cone's Jordan product x o y = (x . y, x_0 y_1 + y_0 x_1), and the y with x o y = r for x inside the cone.
Vec3 jordanProduct(const Vec3& x, const Vec3& y);
Vec3 jordanQuotient(const Vec3& r, const Vec3& x);

// The largest t, perhaps infinite, up to which x + t d is in the cone; x is inside.
double stepToConeBoundary(const Vec3& x, const Vec3& d);

}  // namespace keystone
