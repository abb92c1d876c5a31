// The contacts of a step in soft substeps (tgs_soft_stepper.cpp): of each pair of bodies what keeps them apart, then
// friction, pair after pair in the order of the contacts. Pairs that share no body go side by side, four at a time.
// Contacts of a pair in another plane count as another pair.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "problem/contact_problem.h"
#include "step/soft_lanes.h"

namespace keystone {

// What makes a constraint that is off a damped spring (catto2011), given the length of a step.
struct Softness {
  double rate = 0.0;     // [1/s], velocity asked for over the error
  double mass = 1.0;     // share of the row's effective mass
  double impulse = 0.0;  // share of the impulse so far that is taken back
};

// How soft contacts are in a sweep; hard by default.
struct SoftSweep {
  Softness between, on_fixed;  // bodies that move; a body and one that does not
  double push_speed = 0.0;     // [m/s], at most, against overlap
};

class SoftContacts {
 public:
  // Lays out the contacts of a problem of the world with these bodies, with the impulses lambda [rows]; `h` [s] of a
  // substep. Memory of the one before is used again.
  void begin(const ContactProblem& problem, std::span<const Body> bodies, double h, const VecX& lambda);
  // All of them on velocities v [6 bodies].
  void push(VecX& v);                           // the impulses act
  void relax(const SoftSweep& sweep, VecX& v);  // one sweep
  // The bodies have gone the way [6 bodies] since the step's start.
  void goOn(const VecX& way);
  void readImpulses(VecX& lambda) const;  // [rows], those of joints stay

 private:
  struct Block {
    std::array<int, 2> bodies{-1, -1};  // -1: none that impulses move
    int first = 0, count = 0;           // contacts
  };
  void listBlocks(const ContactProblem& problem);
  void fillGroups(const ContactProblem& problem);
  void fillContact(const ContactProblem& problem, std::span<const Body> bodies, const VecX& lambda,
                   const SoftGroup& group, int k);
  void load(const VecX& x);
  void store(VecX& v) const;
  // work.operator()<2 or 3>().
  template <class Work>
  void inDimension(const Work& work);

  int dim_ = 3;
  double h_ = 0.0;
  std::vector<Block> blocks_;
  std::vector<int> colours_, order_;
  std::vector<SoftGroup> groups_;
  std::vector<SoftContactLanes> contacts_;
  std::vector<SixLanes> bodies_;  // [bodies + 1]; the last, still, is that of lanes without a block
};

}  // namespace keystone
