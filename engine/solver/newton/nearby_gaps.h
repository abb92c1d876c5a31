// Nearly a solution, made an exact one for gaps that are slightly off.
#pragma once

#include "solver/newton/proximal_newton.h"

namespace keystone {

// Hundreds of redundant contacts whose gaps contradict each other by nanometres have to shift their whole load until
// they agree; impulses near the solution are off by as little. Here their normal parts are held as they are and all the
// rest is solved to the end, a convex problem (interior_path.h). Then friction, joints and the balance of every body
// are exact, and what is left are normal velocities of loaded contacts that are not quite zero: gaps that are not quite
// those given (problem/shift_gaps.h). `problem` has bodies in steps of h > 0, and a tolerance of its gaps.
class NearbyGaps final : public NewtonJudge {
 public:
  NearbyGaps(const ContactProblem& problem, const ConeRows& rows, ConeSystem& system, const NewtonWatch& watch)
      : problem_(problem), rows_(rows), system_(system), watch_(watch) {}

  // By what the normal velocities change at once where the point is moved onto the law, before friction answers:
  // within a factor of three of what the gaps turn out to be off by. Of what is demanded: the more work it has cost,
  // the more they may be off.
  double distance(const VecX& lambda, const VecX& u, int factorizations) override;
  bool accept(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) override;
  bool isLenient() const override { return problem_.gaps_are_rough; }
  double shift() const { return shift_; }  // [m], of what was accepted; 0: nothing was

 private:
  void hold(const VecX& lambda, const VecX& u);
  bool findFriction(const VecX& y, double tau, int most, VecX& lambda, int& factorizations);
  double offBy(const VecX& velocity) const;
  double mostOff() const;  // [m]

  const ContactProblem& problem_;
  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonWatch& watch_;
  ConeRows held_;          // once there is something to hold
  VecX unit_;              // [contacts], a contact's scaled velocity of one moves its gap so far [m]
  double demanded_ = 0.0;  // [m], for now
  double shift_ = 0.0;
};

}  // namespace keystone
