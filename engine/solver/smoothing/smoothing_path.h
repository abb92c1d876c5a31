// A way to the solution through the inside of the law, for problems whose sets Newton's method does not find.
#pragma once

#include "math/scratch_pool.h"
#include "solver/smoothing/smooth_law.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// All numbers of the method. Impulses and velocities are scaled as ConeRows: W has a unit diagonal, max |q| is one.
struct SmoothingOptions {
  double first_tau = 3e-2;
  double reach = 0.8;    // of a step: the largest change of y, of its row's own size (SmoothLaw::measure)
  double longest = 0.9;  // of a step: the largest share by which sqrt(tau) falls
};

// Follows the solutions of the smoothed problem, u(y) = W lambda(y) + q, while tau shrinks to almost nothing (a
// non-interior continuation, Chen and Harker 1993): a predictor and a corrector in one step and one factorization.
// Where contacts share a load in many ways the path keeps to the middle of them, far from every bound that need not be
// met, so that its end tells the sets of nearly all rows.
//
// Steps are bounded in the rows' own sizes, within which the law is nearly linear, and not by the defect: Newton's
// method then comes to the path from far off, though the defect grows on the way. Halving steps until the defect falls
// stalls where contacts turn from sticking to sliding. Where Coulomb's law folds the path there is no point ahead; the
// bounded steps wander until they find another branch, which may take long.
class SmoothingPath {
 public:
  // lambda: a start, scaled as `rows`. `factorizations` counts on.
  SmoothingPath(const ConeRows& rows, ConeSystem& system, const SmoothingOptions& options, const VecX& lambda,
                int& factorizations, NewtonWatch watch);

  // Steps until tau is no larger than that and the path is near, or `factorizations` is `most`. False, and then for
  // good, when a system is singular.
  bool follow(double tau, int most);
  // The last point near the path, and its tau; 0 before there is one.
  const VecX& lambda() const { return near_; }
  double tau() const { return near_tau_; }
  int steps() const { return steps_; }  // taken

 private:
  bool step(double least_tau);
  bool solve(VecX& change, VecX& change_y);
  double largestStep(double least_tau) const;
  void take();

  const ConeRows& rows_;
  ConeSystem& system_;
  SmoothingOptions options_;
  int& factorizations_;
  int steps_ = 0;
  NewtonWatch watch_;
  SmoothLaw law_;
  struct Workspace {
    VecX y, lambda, u, defect, size;  // defect: u - W lambda - q
    VecX change, corrector, tangent;  // of lambda; of y to the path at this tau, and along it by log tau
    VecX near;
    GeneralizedJacobian slope;
  };
  const Scratch<Workspace> workspace_;
  VecX &y_ = workspace_->y, &lambda_ = workspace_->lambda, &u_ = workspace_->u, &defect_ = workspace_->defect,
       &size_ = workspace_->size;
  VecX &change_ = workspace_->change, &corrector_ = workspace_->corrector, &tangent_ = workspace_->tangent,
       &near_ = workspace_->near;
  double near_tau_ = 0.0;
  bool is_singular_ = false;
};

}  // namespace keystone
