// Energy that contacts take out of motion and may give back: for steppers that push bodies apart by springs or poses.
//
// Source: hannaford2002 (passivity observer and controller): energy that has flown in is added up, and what would
// flow out beyond it is taken off. What springs push out of an overlap that a step has found was never paid for by
// anybody; an impact may then end with more energy than it began.
#pragma once

#include <vector>

#include "problem/islands.h"
#include "world/motion.h"

namespace keystone {

// Where bodies have been led in a step of `problem`, and with which velocities.
struct LedBodies {
  const World& world;            // at the step's start
  std::vector<Motion>& motions;  // [bodies], at its end
  VecX& v;                       // [6 bodies], the method's velocities, which change with those of `motions`
};

// For each island: the energy of its motion that a step loses, less the work of gravity and forces, goes into its
// store; what the step gains comes out of it. Where bodies touch, velocities are slowed if the gain is beyond the
// store: all by one factor, relative to what is fixed, where that holds the island, else those relative to its motion
// as one rigid body, so that both momenta stay; all, too, where the method has made momenta that take more energy than
// there is. Contacts and joints that hold before do so after. What is joined and touches nothing is not slowed, but has
// a store: joints are springs, too. `store` [bodies], [J], or empty: each body's share. Islands that motors, springs,
// driven bodies or moving surfaces do work on are left alone, and have no store; a driven body that does not turn does
// none on those that touch nothing else that is fixed, seen from it. Returns the largest share of its velocities that
// an island lost, 0 when none did.
double keepStores(const ContactProblem& problem, const std::vector<Island>& islands, LedBodies led,
                  std::vector<double>& store);

}  // namespace keystone
