// Nearly a solution, taken for the exact one of a problem whose contacts are micrometres off.
#pragma once

#include "solver/newton/newton_judge.h"
#include "solver/newton/newton_watch.h"

namespace keystone {

// Hundreds of redundant contacts that contradict each other by nanometres have to exchange their whole load until they
// agree; impulses near the solution are off by as little. Inside the law and beside the velocities that follow from
// them, they solve the problem in which every contact is so far off in the step as its velocity is from what the law
// asks for (problem/shift_contacts.h), which is a backward error: the exact answer to a question that differs by less
// than is known of it. `problem` has bodies, in steps of h > 0, and a tolerance.
//
// Two ways lead there. Impulses may do as they are: the sooner, the more work they have cost and the longer
// the way that bodies go in the step. Or their normal parts are held and all the rest is solved to the end, a convex
// problem (interior_path.h): then no more than gaps are off, and loads lie amid what is possible, so that what comes to
// rest stays there.
class NearbyProblem final : public NewtonJudge {
 public:
  NearbyProblem(const ContactProblem& problem, const ConeRows& rows, ConeSystem& system, const NewtonWatch& watch)
      : problem_(problem), rows_(rows), system_(system), watch_(watch) {}

  void begin(const VecX& lambda, bool is_far) override;
  bool mayGiveWay() const override { return may_give_way_; }
  bool isLenient() const override { return problem_.is_rough; }
  bool accept(const VecX& lambda, int factorizations) override;
  const VecX& off() const override { return off_; }
  double off(const VecX& velocity) const override;
  double distance(const VecX& lambda, const VecX& u, int factorizations) override;
  bool refine(VecX& lambda, const VecX& u, double tau, int most, int& factorizations) override;
  double shift() const { return shift_; }  // [m], of what was accepted; 0: nothing was

 private:
  void allow(int factorizations);
  double reach(int contact, const double* velocity) const;
  bool isExact(const VecX& lambda, double most);
  void hold(const VecX& lambda, const VecX& u);
  bool findFriction(const VecX& y, double tau, int most, VecX& lambda, int& factorizations);
  double openBy(const VecX& velocity) const;
  double mostOpen() const;  // [m]

  const ContactProblem& problem_;
  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonWatch& watch_;
  VecX unit_;                 // [rows], [m], how far a scaled velocity of one leads in the step
  VecX way_;                  // [contacts], [m], that the faster of a contact's bodies goes in the step
  double longest_way_ = 0.0;  // [m], of all bodies
  bool may_give_way_ = false;
  VecX off_, allowed_;     // [contacts], off_ of allowed_ [m]
  VecX velocity_;          // [rows], scaled
  ConeRows held_;          // once there is something to hold
  double demanded_ = 0.0;  // [m], of gaps, for now
  double shift_ = 0.0;
};

}  // namespace keystone
