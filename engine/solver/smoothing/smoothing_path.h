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
  double longest = 0.9;  // of a step: the largest share by which sqrt(tau) falls
  // The same, of the next step, where one led farther from the path than the law's reach (SmoothLaw::shares), or less
  // than half as far; and twice its lower end.
  double shorter = 0.7, longer = 1.5, shortest = 0.05;
  int clipped = 3;  // contacts of a step to the path that may go a shorter way than all others
  // Weight of a proximal term about the impulses of contacts, which leads across folds of the path: the least one, as
  // long as tau is above the next; growth from the second step on that the reach ends, share kept by one along the
  // path.
  double least_weight = 1e-5, last_weighted = 1e-8, heavier = 3.0, lighter = 0.1;
};

// Follows the solutions of the smoothed problem, u(y) = W lambda(y) + q, while tau shrinks to almost nothing (a
// non-interior continuation, Chen and Harker 1993): a predictor and a corrector in one step and one factorization.
// Where contacts share a load in many ways the path keeps to the middle of them, far from every bound that need not be
// met, so that its end tells the sets of nearly all rows.
//
// Steps are bounded by how far the law is nearly linear, row by row (SmoothLaw::shares), and not by the defect:
// Newton's method then comes to the path from far off, though the defect grows on the way. Halving steps until the
// defect falls stalls where contacts turn from sticking to sliding. A few contacts that turn would hold all others
// back: they are clipped by themselves. Where Coulomb's law folds the path there is no point ahead; a proximal term
// carries over most folds, and the bounded steps find another branch past the rest, which may take long.
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
  void soften();
  void softenChange(VecX& change) const;
  void adapt(double far);
  void clipWorst();
  double largestStep(double least_tau);
  void take();

  const ConeRows& rows_;
  ConeSystem& system_;
  SmoothingOptions options_;
  int& factorizations_;
  int steps_ = 0;
  NewtonWatch watch_;
  SmoothLaw law_;
  struct Workspace {
    VecX y, lambda, u, defect, shares;  // defect: u - W lambda - q
    std::vector<std::pair<int, double>> worst;
    std::vector<double> inverse;
    VecX change, corrector, tangent;  // of lambda; of y to the path at this tau, and along it by log tau
    VecX near;
    GeneralizedJacobian slope;
  };
  const Scratch<Workspace> workspace_;
  VecX &y_ = workspace_->y, &lambda_ = workspace_->lambda, &u_ = workspace_->u, &defect_ = workspace_->defect,
       &shares_ = workspace_->shares;
  VecX &change_ = workspace_->change, &corrector_ = workspace_->corrector, &tangent_ = workspace_->tangent,
       &near_ = workspace_->near;
  double near_tau_ = 0.0, longest_ = 0.0;
  double weight_ = 0.0;    // of the proximal term
  int limited_ = 0;        // steps in a row that ended at the reach
  bool is_ahead_ = false;  // the last step went along the path
  bool is_singular_ = false;
};

}  // namespace keystone
