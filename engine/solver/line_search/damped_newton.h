// Newton's method on a system F(lambda) = 0 that is smooth but for kinks, with a line search on |F|^2 / 2.
//
//   (F' with W + weight I in W's place) d = -F,  lambda <- lambda + tau d,  tau = 1, 1/2, 1/4, ... until
//   |F(lambda + tau d)|^2 <= (1 - 2 sigma tau) |F|^2                          (Armijo; Bender et al. 2014, eq. 102)
// W is singular wherever contacts are redundant: weight, a share of its diagonal, is damping times max |F|, so that
// nothing of it is left in the end and the last steps are quadratic where F' is regular. Levenberg and Marquardt's
// rule: a tenth of the damping after a whole step, since chains of joints have directions that W hardly resists; ten
// times as much where no share of a step helps.
#pragma once

#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// The system, row by row, scaled as ConeRows; u = W lambda + q.
class RowEquations {
 public:
  virtual ~RowEquations() = default;
  // F, [rows].
  virtual void evaluate(const VecX& lambda, const VecX& u, VecX& F) = 0;
  // F' = P + Q W, P and Q block diagonal. P dx + Q (W + weight I) dx = g is (I + S W) dx = T^-1 g with
  // T = P + weight Q, S = T^-1 Q: sets S, and multiplies g by T^-1.
  virtual void linearize(const VecX& lambda, const VecX& u, double weight, VecX& g, GeneralizedJacobian& S) = 0;
};

struct DampedNewtonOptions {
  double tolerance = 1e-12;  // of max |F|, of the rows' scale: ends the method
  double decrease = 1e-4;    // sigma
  int halvings = 10;         // of tau, after which the direction is given up
  double least = 1e-9;       // weight: smaller ones lose digits
  double most = 1.0;         // weight: W's diagonal; beyond it nothing is gained
  int factorizations = 100;  // at most
};

enum class DampedNewtonEnd { Solved, Stalled, Limit };

// lambda [rows]: the start, and where the method ended. `factorizations` counts on. `watch` sees every direction, of
// which a share of zero is taken where it is given up.
DampedNewtonEnd solveDampedNewton(const ConeRows& rows, ConeSystem& system, RowEquations& equations,
                                  const DampedNewtonOptions& options, VecX& lambda, int& factorizations,
                                  const NewtonWatch& watch = {});

}  // namespace keystone
