// The contacts of two bodies by themselves under Coulomb's law, solved together: the local problem of methods that go
// pair by pair.
#pragma once

#include <vector>

#include "solver/one_contact/one_contact.h"

namespace keystone {

// Rows: those of the contacts one after the other, dim each, n = dim * contacts.
struct PairProblem {
  int dim = 1, contacts = 0;
  const double* W = nullptr;          // [n x n], [1/kg], symmetric, positive semidefinite, W_nn > 0 of every contact
  const double* mu = nullptr;         // [contacts], zero without tangents
  const OneContact* alone = nullptr;  // [contacts]
};

enum class PairEnd {
  Kept,    // the start solves the problem
  Newton,  // steps from sets to sets arrived
  Sweeps,  // sweeps over the contacts came to rest
  Limit,   // they did not: the best point found
};

// Finds lambda with u = W lambda + q, each contact under Coulomb's law: without friction and in the plane a linear
// complementarity problem. W may have any rank, as it has under a face that rests on its corners.
//
// Newton's steps from sets to sets, from those of the start, on
//   lambda = P(lambda - rho u - epsilon (lambda - centre)),  P the law's projection (Alart and Curnier 1991),
// where a set that holds without friction and in the plane is the solution of one linear system. The epsilon keeps hold
// of impulses where W is singular. The next round is centred where the last one ends, so that nothing is left of it
// (Rockafellar 1976); it is made larger after a round that gets lost, and smaller after one that gains little, as where
// corners cannot all stick to the last digit and friction has to grow to its bounds along W's null space.
// Where rounds lead nowhere, the contacts are solved one after the other, each exactly, until still.
// Measured: of 4000 random poses and loads of a box on its corners all end below 1e-12 without friction and in the
// plane, and all but two in space, of 2e-11 (tests/solver/nsgs_pairs_test.cpp has the first 200).
//
// Memory is kept from one use to the next.
class OnePair {
 public:
  // For pairs of up to so many rows.
  void reserve(int rows);
  // lambda [n], the start, becomes the solution [N s]; q [n], [m/s].
  PairEnd solve(const PairProblem& pair, const double* q, double* lambda);

 private:
  enum class State : unsigned char { Open, Stick, Slide };

  int rows() const { return pair_.dim * pair_.contacts; }
  double w(int i, int k) const { return pair_.W[i + k * rows()]; }
  double velocity(int row) const;
  State state(int contact) const { return states_[contact]; }
  void findLengths();
  double evaluate(double weight);
  bool isSmall(double defect, double share) const;
  double keepBest();
  void runRounds();
  bool solveRound(double weight);
  bool finish();
  bool step(double weight);
  void listActive();
  void fillSlide(int at, int normal, Eigen::Map<MatX>& A);
  bool eliminate(Eigen::Map<MatX>& A);
  double sweep();
  void sweepUntilStill();

  PairProblem pair_;
  const double* q_ = nullptr;
  double* lambda_ = nullptr;
  double least_ = 0.0;               // defect of best_ [N s]
  VecX length_;                      // [n], [kg], rho of each row
  VecX u_, lawful_, best_, centre_;  // [n]
  std::vector<State> states_;        // [contacts]
  std::vector<int> active_;          // rows of contacts that are not open
  std::vector<double> A_;            // [active x active]
  VecX b_;                           // [active]
};

}  // namespace keystone
