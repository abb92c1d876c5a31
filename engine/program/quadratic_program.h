// The convex quadratic program of Gauss' principle of least restraint, and the residual of its solutions.
//
//   minimise  1/2 x^T H x - f^T x   over the x whose rows  s = A x - b  obey
//     equality    s = 0,   bounds of the multiplier (-inf, inf)
//     inequality  s >= 0,  bounds [0, inf)
//     friction    bounds [-c, c]: the row holds s = 0 as far as a multiplier of that size lets it
//
// Stationarity: H x - f = A^T lambda, lower <= lambda <= upper, with s > 0 only at the lower bound and s < 0 only at
// the upper. This is the contact problem of problem/contact_problem.h seen from the side of the motion: H is M, f is
// M x_free, and the multipliers are the impulses. H is positive definite, so that x is unique; lambda need not be.
#pragma once

#include <limits>
#include <vector>

#include "math/types.h"

namespace keystone {

struct QuadraticProgram {
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  Eigen::SparseMatrix<double> H;  // [n x n], symmetric positive definite, both halves stored
  VecX f;                         // [n]
  SparseRows A;                   // [rows x n], column indices ascending in each row
  VecX b;                         // [rows]
  VecX lower, upper;              // [rows], bounds of the multipliers, lower <= upper
  double rounding = 0.0;          // in units of s: what the data make of a row whose s is zero; no error is smaller
};

// Where a row's multiplier is.
enum class Side : signed char { Lower, Free, Upper };

struct QpSolution {
  VecX x;                   // [n]
  VecX lambda;              // [rows]
  std::vector<Side> sides;  // [rows]; Free rows are the active ones
};

// How far (x, lambda) is from solving the program, by its definition alone; dimensionless.
struct KktResidual {
  double stationarity = 0.0;     // |H x - f - A^T lambda|_inf, of the largest of |f|_inf and |A^T lambda|_inf
  double complementarity = 0.0;  // worst |lambda - clamp(lambda - s / w)|, w = sum_j a_j^2 / H_jj, of the scale below
  double scale = 0.0;            // largest |lambda|, or error of lambda = 0 at x_free, H taken as its diagonal
  double value() const { return stationarity > complementarity ? stationarity : complementarity; }
};
// NaN in, NaN out.
KktResidual measure(const QuadraticProgram& program, const VecX& x, const VecX& lambda);

// w [rows]: each row's mobility, with H taken as its diagonal.
VecX rowMobility(const QuadraticProgram& program);

}  // namespace keystone
