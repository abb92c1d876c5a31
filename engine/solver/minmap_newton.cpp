// Newton's method on the minimum map: a row whose impulse is the smaller of the two is set to its bound, a row whose
// velocity is the smaller to zero velocity.
//
// Sources: Erleben 2013, the section on the minimum map Newton method (map, generalized Jacobian, line search); Pang
// 1990 (the damped method).
//   F_i = min(lambda_i, u_i) on normals and limits; min(lambda_i - l_i, max(lambda_i - r_i, u_i)) with the bounds
//   l, r = -+mu lambda_n on tangents, and those of the row on motors; u_i on bilateral rows.
// Newton's equation is that of the index sets: u = 0 on the active rows, lambda at its bound on all others; Armijo's
// rule on |F|^2 / 2 (line_search/damped_newton.h).
// Departures: friction by bounds mu lambda_n that move with the normal impulse, in place of the pyramid with slack
// variables; W + weight I in place of W, weight falling with |F|; where no share of a step helps, more damping in
// place of the gradient, of which a kink has none.
// Cost: a sparse factorization a step.
// Fails, and says so: the merit function has local minima where friction couples contacts, since the law is not
// monotone.

#include "math/scratch_pool.h"
#include "solver/line_search/box_newton.h"

namespace keystone {

extern const SolverInfo kMinmapNewton;

namespace {

// F = lambda - P(lambda - u), which is the minimum map of every row.
class MinimumMap : public RowEquations {
 public:
  explicit MinimumMap(const ConeRows& rows) : rows_(rows), y_(rows.rows()) {}
  void evaluate(const VecX& lambda, const VecX& u, VecX& F) override {
    F = lambda - u;
    rows_.project(F, F);
    F = lambda - F;
  }
  void linearize(const VecX& lambda, const VecX& u, double weight, VecX& g, GeneralizedJacobian& S) override {
    *y_ = lambda - u;
    rows_.linearize(*y_, weight, g, S);
  }

 private:
  const ConeRows& rows_;
  const Scratch<VecX> y_;
};

}  // namespace

constinit const SolverInfo kMinmapNewton{{"minmap_newton", "Minimum map Newton", "Newton", "Erleben 2013; Pang 1990"},
                                         {},
                                         {.cone_friction = false},
                                         {kNewtonSteps},
                                         solveBox<kMinmapNewton, MinimumMap>};

}  // namespace keystone
