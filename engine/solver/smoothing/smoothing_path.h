// A way to the solution through the inside of the law, for problems whose sets Newton's method does not find.
#pragma once

#include "solver/smoothing/smooth_law.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// Follows the solutions of the smoothed problem, u(y) = W lambda(y) + q, while tau shrinks to almost nothing: Newton's
// steps at every tau (a non-interior continuation, Chen and Harker 1993). Where contacts share a load in many ways the
// path keeps to the middle of them, far from every bound that need not be met, so that its end tells the sets of nearly
// all rows. Coulomb's law can fold the path: with friction lagging behind its normal impulse the steps then leave the
// fold for another branch. Normal impulses that are given (ConeRows::given) make no folds.
class SmoothingPath {
 public:
  // lambda: a start, scaled as `rows`. `factorizations` counts on.
  SmoothingPath(const ConeRows& rows, ConeSystem& system, const VecX& lambda, int& factorizations, NewtonWatch watch);

  // Goes on until `factorizations` is `most`, the path is over, or at a new point `pause`, unless it is null, is true.
  void follow(int most, const PathPause& pause = {});
  // Whether it has come to its first point.
  bool hasBegun() const { return kept_.size() > 0; }
  // At its end, or at a fold that it does not leave.
  bool isOver() const { return is_over_; }
  // Where it is: the last point of the path, once it has begun.
  const VecX& lambda() const { return lambda_; }
  const VecX& u() const { return u_; }
  double tau() const { return tau_; }

 private:
  void take(const VecX& y);
  bool begin();
  bool advance();
  bool newton(int steps);
  bool lagging(double coupling);
  bool direct(double coupling);
  template <class Bound>
  bool move(int halvings, Bound bound);
  bool isNear() const;
  bool mayGoOn() const { return factorizations_ < most_; }
  void show() const;

  const ConeRows& rows_;
  ConeSystem& system_;
  int& factorizations_;
  NewtonWatch watch_;
  SmoothLaw law_;
  VecX y_, lambda_, u_, defect_, toward_;
  VecX kept_;           // the last point of the path, or empty
  double tau_ = 0.0;    // there
  double shrink_;       // what tau is multiplied by from there on
  int most_ = 0;        // factorizations
  int steps_ = 0;       // to the last point
  double share_ = 1.0;  // of the last step
  bool is_over_ = false;
};

}  // namespace keystone
