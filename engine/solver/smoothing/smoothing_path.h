// A way to the solution through the inside of the law, for problems whose sets Newton's method does not find.
#pragma once

#include "math/spare.h"
#include "solver/smoothing/smooth_law.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// All numbers of the method. Impulses and velocities are scaled as ConeRows: W has a unit diagonal, max |q| is one.
struct SmoothingOptions {
  double first_tau = 3e-2, last_tau = 1e-13;
  double near = 1.0;           // of sqrt(tau): as near as the path is followed
  double shrink = 0.2;         // what tau is multiplied by from one point of the path to the next, at first, and
  double least_shrink = 0.97;  // where the path is given up
  int steps = 5;               // from one point to the next; after as many, tau shrinks less from there on
  int halvings = 6;            // shares of a step that are tried, each half of the one before
  double coupling = 0.9;       // what is kept of friction's dependence on the normal impulse where it lags behind
  int lagging_steps = 15;      // then
  double growth = 1.5;         // of the defect, in one such step
};

// Follows the solutions of the smoothed problem, u(y) = W lambda(y) + q, while tau shrinks to almost nothing: Newton's
// steps at every tau (a non-interior continuation, Chen and Harker 1993). Where contacts share a load in many ways the
// path keeps to the middle of them, far from every bound that need not be met, so that its end tells the sets of nearly
// all rows. Coulomb's law can fold the path: with friction lagging behind its normal impulse the steps then leave the
// fold for another branch.
class SmoothingPath {
 public:
  // lambda: a start, scaled as `rows`. `factorizations` counts on.
  SmoothingPath(const ConeRows& rows, ConeSystem& system, const SmoothingOptions& options, const VecX& lambda,
                int& factorizations, NewtonWatch watch);

  // Goes on until `factorizations` is `most` or the path is over.
  void follow(int most);
  // At its end, or at a fold that it does not leave.
  bool isOver() const { return is_over_; }
  // The last point of the path, and its tau; 0 before it has come to the first.
  const VecX& lambda() const { return lambda_; }
  double tau() const { return tau_; }

 private:
  void point(const VecX& lambda, VecX& y) const;
  void take(const VecX& y);
  bool begin();
  bool advance();
  bool newton(int steps);
  bool lagging();
  bool direct(double coupling);
  bool move(double most);
  bool isNear() const;
  bool mayGoOn() const { return factorizations_ < most_; }
  void show() const;

  const ConeRows& rows_;
  ConeSystem& system_;
  SmoothingOptions options_;
  int& factorizations_;
  NewtonWatch watch_;
  SmoothLaw law_;
  struct Room {
    VecX y, lambda, u, defect, toward, start, next;
    VecX kept;  // the last point of the path
    LawSlope slope;
  };
  const Spare<Room> room_;
  VecX &y_ = room_->y, &lambda_ = room_->lambda, &u_ = room_->u, &defect_ = room_->defect, &toward_ = room_->toward;
  VecX &start_ = room_->start, &next_ = room_->next, &kept_ = room_->kept;
  LawSlope& slope_ = room_->slope;
  double tau_ = 0.0;    // there
  double shrink_;       // what tau is multiplied by from there on
  int most_ = 0;        // factorizations
  int steps_ = 0;       // to the last point
  double share_ = 1.0;  // of the last step
  bool is_over_ = false;
};

}  // namespace keystone
