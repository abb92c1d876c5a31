// Who says what is good enough where Newton's rounds do not settle.
#pragma once

#include "solver/newton/cone_system.h"

namespace keystone {

// Of the problem's residual: what came to no end of its own, but this close to it, is done.
inline constexpr double kExactEnough = 9e-10;

// Impulses and velocities are scaled as the rows.
class NewtonJudge {
 public:
  virtual ~NewtonJudge() = default;
  // Before anything else is asked: the impulses that the way begins with, and whether they are far from any solution.
  virtual void begin(const VecX& lambda, bool is_far) = 0;
  // Whether `accept` may be asked. Not in the plane, where solutions are found, nor where hardly a body moves: what is
  // accepted there should leave it so.
  virtual bool mayGiveWay() const = 0;
  // Whether what it accepts is as welcome as a solution even where a solution is to be had: large problems without
  // friction are then led straight to it.
  virtual bool isLenient() const = 0;

  // Whether impulses inside the law will do as they are after so many factorizations: the more work it has cost, the
  // sooner.
  virtual bool accept(const VecX& lambda, int factorizations) = 0;
  // [contacts], how far each was off when `accept` was last asked, of what was allowed: 1 and less is near enough.
  virtual const VecX& off() const = 0;
  // The farthest that contacts would be off by these velocities [rows], of what was allowed then.
  virtual double off(const VecX& velocity) const = 0;

  // How far a point near the law is from what `refine` would accept after so many factorizations: 1 and less, and it
  // may well be. Little work.
  virtual double distance(const VecX& lambda, const VecX& u, int factorizations) = 0;
  // Whether the point that `distance` was last asked about, moved with at most so many factorizations, will do. tau:
  // how far inside the law it is (smooth_law.h). lambda: where it was moved to, in any case.
  virtual bool refine(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) = 0;
};

}  // namespace keystone
