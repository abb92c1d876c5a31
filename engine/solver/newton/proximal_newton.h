// Newton's method on the whole contact problem at once, in proximal rounds: the index sets of all rows change together.
#pragma once

#include "solver/newton/cone_system.h"
#include "solver/newton/newton_watch.h"

namespace keystone {

// Of the problem's residual: rounds that came to no end of their own, but this close to it, are done.
inline constexpr double kExactEnough = 9e-10;

struct NewtonLimits {
  double tolerance = 1e-11;  // of max(1, the largest scaled impulse): what the rounds aim at
  double start = 5e-11;      // likewise: a start that close is left as it is, so that a pile at rest is seldom factored
  double sufficient = 3e-10;  // likewise: enough where rounds bring little more
  int factorizations = 250;   // of each attempt
  int work = 0;               // factorizations in all; 0: as many as the attempts take
  bool inside = true;         // through the inside of the law, and by other r, where the first rounds get lost
};

// Says what is good enough where the rounds do not settle.
class NewtonJudge {
 public:
  virtual ~NewtonJudge() = default;
  // How far a point near the law is from what would be accepted after so many factorizations: 1 and less, and it may
  // well be. Little work.
  virtual double distance(const VecX& lambda, const VecX& u, int factorizations) = 0;
  // Whether the point that `distance` was last asked about, moved with at most so many factorizations, will do. tau:
  // how far inside the law it is (smooth_law.h). lambda: where it was moved to, in any case.
  virtual bool accept(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) = 0;
  // Whether what it accepts is as welcome as a solution even where a solution is to be had: large problems without
  // friction are then led straight to it.
  virtual bool isLenient() const = 0;
};

struct NewtonResult {
  bool solved = false;
  bool at_once = false;  // the start was close enough, and is left as it was
  int rounds = 0, factorizations = 0;
  double defect = 0.0;  // max |lambda - P(lambda - u)|, scaled
  double shift = 0.0;   // [m], by which gaps have to be off for it (solveByNewton)
};

// Semismooth Newton on lambda = P(lambda - r (u + epsilon (lambda - anchor))) (Alart and Curnier 1991), round after
// round with the anchor moved to the last result, so that W may be singular and nothing is left of epsilon in the end
// (Rockafellar 1976). Where every row sticks or is open this is block pivoting: each step solves for the rows held at
// zero velocity and then moves all rows that break their condition at once. A round that gets lost is taken back, and
// a larger epsilon leads closer in smaller steps. Where a few steps do not get there, the rounds start anew from points
// inside the law: without friction, or toward what a judge accepts, of interior_path.h, else and then of
// smoothing_path.h; where that does not end, from the best point with more steps, and then with other r. lambda: the
// start and the best point found, scaled as `rows`.
NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonLimits& limits, VecX& lambda,
                                 const NewtonWatch& watch = {}, NewtonJudge* judge = nullptr);

}  // namespace keystone
