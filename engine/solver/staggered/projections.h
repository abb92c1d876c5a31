// The two halves of a staggered solve: normal impulses with friction given, friction with its bounds given.
#pragma once

#include "math/scratch_pool.h"
#include "solver/line_search/damped_newton.h"

namespace keystone {

// F = lambda - P(lambda - u) of a convex quadratic program: rows that are given keep their impulses (F = 0).
class Projection : public RowEquations {
 public:
  enum class Half {
    Normal,   // lambda_n >= 0, tangents given
    Friction  // |lambda_t| at most `radius`, or each tangent by itself (FrictionLaw::Box), normals given
  };
  // Joint rows are solved in both halves, within their bounds. radius [contacts], scaled, outlives this.
  Projection(const ConeRows& rows, Half half, const VecX& radius)
      : rows_(rows), half_(half), radius_(radius), y_(rows.rows()) {}

  void evaluate(const VecX& lambda, const VecX& u, VecX& F) override;
  void linearize(const VecX& lambda, const VecX& u, double weight, VecX& g, GeneralizedJacobian& S) override;

 private:
  const ConeRows& rows_;
  const Half half_;
  const VecX& radius_;
  const Scratch<VecX> y_;
};

}  // namespace keystone
