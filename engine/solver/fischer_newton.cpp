// Newton's method on the Fischer function: complementarity of every row as one equation, smooth but at the origin.
//
// Sources: Bender et al. 2014, section 4.4, equations 85 to 102; Erleben 2013 (the same at length); Silcowitz, Niebe,
// Erleben 2009 (contact forces: friction by bounds that move with the normal impulse); Billups 1995 (two bounds).
//   phi(a, b) = sqrt(a^2 + b^2) - a - b,  zero where a, b >= 0, a b = 0
//   F_i = phi(lambda_i - l_i, phi(r_i - lambda_i, -u_i)),  l_i <= lambda_i <= r_i:  0 and infinity on normals,
//   -+mu lambda_n on tangents, the row's own on joints. A bound at infinity leaves phi(infinity, b) = -b.
// Newton's method with Armijo's rule on |F|^2 / 2 (line_search/damped_newton.h).
// Departures: at phi's kink its derivative is that along (1, 1) (equation 98 allows any); W + weight I in place of W,
// weight falling with |F|; a friction bound of lambda_n < 0 is zero.
// Cost: a sparse factorization a step.
// Fails, and says so: with friction the merit function has local minima. Without friction each of its stationary
// points solves the problem.
#include <cmath>

#include "math/scratch_pool.h"
#include "solver/line_search/box_newton.h"

namespace keystone {

extern const SolverInfo kFischerNewton;

namespace {

// phi and its slopes, phi(infinity, b) = -b included.
struct Fischer {
  double value, a, b;
};
Fischer fischer(double a, double b) {
  if (a == ContactProblem::kUnbounded) return {-b, 0.0, -1.0};
  const double r = std::hypot(a, b);
  if (r == 0.0) return {0.0, std::sqrt(0.5) - 1.0, std::sqrt(0.5) - 1.0};
  // a + b + r is not small where a and b are not negative, and phi = -2 a b / (a + b + r) keeps its digits there.
  const double value = a > 0.0 && b > 0.0 ? -2.0 * a * b / (a + b + r) : r - a - b;
  return {value, a / r - 1.0, b / r - 1.0};
}

// F_i and -dF_i = p dlambda_i + q du_i + p_n dbound, where the bounds are -+bound.
struct RowFunction {
  double F, p, q, p_n;
};
RowFunction rowFunction(double lambda, double u, double lower, double upper) {
  const Fischer inner = fischer(upper - lambda, -u);
  const Fischer outer = fischer(lambda - lower, inner.value);
  return {outer.value, outer.b * inner.a - outer.a, outer.b * inner.b, -(outer.a + outer.b * inner.a)};
}

class FischerMap : public RowEquations {
 public:
  explicit FischerMap(const ConeRows& rows) : rows_(rows) {}
  void evaluate(const VecX& lambda, const VecX& u, VecX& F) override {
    F.resize(rows_.rows());
    for (int i = 0; i < rows_.rows(); ++i) F[i] = at(lambda, u, i).F;
  }
  // -F' = p + q W row by row; with T = p + weight q, lower triangular in a contact: S = T^-1 q.
  void linearize(const VecX& lambda, const VecX& u, double weight, VecX& g, GeneralizedJacobian& S) override {
    const int dim = rows_.dim;
    S.begin(rows_);
    S.symmetric = S.diagonal = dim == 1;
    for (int c = 0; c < rows_.contacts; ++c) {
      const int n = dim * c;
      Eigen::Map<MatX> slope = S.contact(c);
      const RowFunction normal = at(lambda, u, n);
      const double t_n = normal.p + weight * normal.q;
      slope(0, 0) = normal.q / t_n;
      g[n] /= -t_n;
      for (int k = 1; k < dim; ++k) {
        const RowFunction friction = at(lambda, u, n + k);
        const double t = friction.p + weight * friction.q;
        const double couples = lambda[n] > 0.0 ? rows_.mu[c] * friction.p_n : 0.0;
        slope(k, k) = friction.q / t;
        slope(k, 0) = -couples * slope(0, 0) / t;
        g[n + k] = (-g[n + k] - couples * g[n]) / t;
      }
    }
    for (int k = 0; k < rows_.joint_rows; ++k) {
      const int row = rows_.firstJointRow() + k;
      const RowFunction joint = at(lambda, u, row);
      const double t = joint.p + weight * joint.q;
      S.joint_rows[k] = joint.q / t;
      g[row] /= -t;
    }
  }

 private:
  RowFunction at(const VecX& lambda, const VecX& u, int row) const {
    if (row >= rows_.firstJointRow()) {
      const int k = row - rows_.firstJointRow();
      return rowFunction(lambda[row], u[row], rows_.lower[k], rows_.upper[k]);
    }
    const int contact = row / rows_.dim, n = rows_.dim * contact;
    if (row == n) return rowFunction(lambda[row], u[row], 0.0, ContactProblem::kUnbounded);
    const double bound = rows_.mu[contact] * std::max(lambda[n], 0.0);
    return rowFunction(lambda[row], u[row], -bound, bound);
  }

  const ConeRows& rows_;
};

}  // namespace

constinit const SolverInfo kFischerNewton{
    {"fischer_newton", "Fischer-Newton", "Newton", "Bender et al. 2014, section 4.4; Silcowitz, Niebe, Erleben 2009"},
    {},
    {.cone_friction = false},
    {kNewtonSteps},
    solveBox<kFischerNewton, FischerMap>};

}  // namespace keystone
