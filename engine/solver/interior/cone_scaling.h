// Nesterov and Todd's scaling of a pair inside the second-order cone |x_1| < x_0 of three or four dimensions.
//
// For x, s inside the cone there is one symmetric V, of the cone's own symmetries, with V x = V^-1 s. With
// R = diag(1, -1, ..., -1), |x|_R = sqrt(x . R x) and x' = x / |x|_R, s' = s / |s|_R:
//   w = (s' + R x') / |s' + R x'|_R,  V^2 = beta^2 (2 w w^T - R),  V = beta (2 r r^T - R),
//   r = (w + e) / sqrt(2 (w_0 + 1)),  beta = sqrt(|s|_R / |x|_R).
// Nesterov and Todd 1997; Andersen, Dahl, Liu and Vandenberghe 2011, section 1.3.4.
#pragma once

#include "math/types.h"

namespace keystone {

template <int n>
class ConeScaling {
 public:
  using Vec = Eigen::Matrix<double, n, 1>;
  using Mat = Eigen::Matrix<double, n, n>;

  // `x` and `s` are inside the cone.
  ConeScaling(const Vec& x, const Vec& s);

  Vec apply(const Vec& x) const { return beta_ * reflect(root_, x); }                   // V x
  Vec applyInverse(const Vec& s) const { return reflect(reversed(root_), s) / beta_; }  // V^-1 s
  Mat matrix() const { return beta_ * reflection(root_); }                              // V
  Mat inverseSquare() const { return reflection(reversed(w_)) / (beta_ * beta_); }      // V^-2
  const Vec& point() const { return point_; }                                           // V x = V^-1 s

  static Vec reversed(const Vec& x) {  // R x
    Vec result;                        // number by number: a vector written over in part is slow to read
    result[0] = x[0];
    for (int k = 1; k < n; ++k) result[k] = -x[k];
    return result;
  }

 private:
  static Vec reflect(const Vec& r, const Vec& x) { return 2.0 * r.dot(x) * r - reversed(x); }
  static Mat reflection(const Vec& w);  // 2 w w^T - R

  Vec w_, root_, point_;
  double beta_;
};

// The cone's Jordan product x o y = (x . y, x_0 y_1 + y_0 x_1), and the y with x o y = r for x inside the cone.
template <int n>
Eigen::Matrix<double, n, 1> jordanProduct(const Eigen::Matrix<double, n, 1>& x, const Eigen::Matrix<double, n, 1>& y);
template <int n>
Eigen::Matrix<double, n, 1> jordanQuotient(const Eigen::Matrix<double, n, 1>& r, const Eigen::Matrix<double, n, 1>& x);

// The largest t, perhaps infinite, up to which x + t d is in the cone; x is inside.
template <int n>
double stepToConeBoundary(const Eigen::Matrix<double, n, 1>& x, const Eigen::Matrix<double, n, 1>& d);

}  // namespace keystone
