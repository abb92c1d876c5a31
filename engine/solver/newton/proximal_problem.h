// One proximal problem of the contact problem, and Newton's steps to its solution.
#pragma once

#include <algorithm>
#include <functional>

#include "math/spare.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// lambda = P(lambda - r (u + epsilon (lambda - anchor))) (Alart and Curnier 1991), u = W lambda + q: by as little as
// epsilon, of W's unit diagonal, lambda holds on to its anchor, so that W may be singular. Semismooth Newton: where
// every row sticks or is open each step solves for the rows held at zero velocity and then moves all rows that break
// their condition at once.
class ProximalProblem {
 public:
  using Arrival = std::function<bool()>;

  // `factorizations` counts on.
  ProximalProblem(const ConeRows& rows, ConeSystem& system, const NewtonWatch& watch, int& factorizations);

  // A point, scaled as the rows, and its velocities.
  template <class Impulses>
  void place(const Impulses& lambda) {
    lambda_ = lambda;
    system_.product(lambda_, u_);
    u_ += rows_.q;
  }
  const VecX& lambda() const { return lambda_; }
  const VecX& u() const { return u_; }
  bool isSmall(double defect, double tolerance) const { return defect <= tolerance * rows_.scaleOf(lambda_); }
  // max |lambda - P(lambda - u)|: of the contact problem, whatever epsilon is.
  double defect();

  // Begins at the point, which is its anchor from now on. r: of the inverse of W's unit diagonal; epsilon: [rows], the
  // same for the rows of a contact. Where each row has its own and none is small, velocities follow from Newton's steps
  // without products, as exact as the factors are: what is found has to be placed anew.
  void begin(double r, const VecX& epsilon);
  void begin(double r, double epsilon);
  // Others have factored the system since.
  void dropFactor() { is_factored_ = false; }
  const VecX& anchor() const { return anchor_; }
  // The argument of P, and epsilon (lambda - anchor), at the point.
  const VecX& argument() const { return y_; }
  VecX give() const { return epsilon_.cwiseProduct(lambda_ - anchor_); }

  // So many Newton steps at most, until a step has led to what `hasArrived` finds good, or to a defect of a tenth of
  // the tolerance; whether it has, or to the tolerance at least. Also ends where `factorizations` is `most`.
  bool settle(int steps, int most, double tolerance, const Arrival& hasArrived);
  // lambda - P(...), and the largest of it.
  const VecX& ownDefects() const { return F_; }
  double ownDefect() const { return F_.lpNorm<Eigen::Infinity>(); }
  // One more step by the last factor; false, and nothing is done, where a set has changed since.
  bool repeat();

 private:
  void begin(double r);
  void solve();
  void evaluate();
  void closeWhatTouches();
  bool factor();
  void take(double share);
  double search();

  struct Room {
    VecX lambda, u, anchor, epsilon, y, F, lawful, change, response, start, start_u;
    LawSlope slope, factored;
  };
  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonWatch& watch_;
  int& factorizations_;
  bool frictionless_;
  Spare<Room> room_;
  VecX &lambda_ = room_->lambda, &u_ = room_->u, &anchor_ = room_->anchor, &epsilon_ = room_->epsilon;
  VecX &y_ = room_->y, &F_ = room_->F, &lawful_ = room_->lawful;
  VecX &change_ = room_->change, &response_ = room_->response;  // a step, and W times it where velocities follow
  VecX &start_ = room_->start, &start_u_ = room_->start_u;      // where it began
  LawSlope &slope_ = room_->slope, &factored_ = room_->factored;
  double r_ = 1.0;
  bool is_factored_ = false, is_soft_ = false;
};

}  // namespace keystone
