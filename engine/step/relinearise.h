// The contact problem of a step, linearised anew where the step leads (position stepper).
#pragma once

#include <utility>
#include <vector>

#include "world/step_context.h"

namespace keystone {

// What the step's first problem knew; noteStart() takes it down.
struct StepStart {
  struct Contact {
    ContactKey key;
    double gap;   // [m]
    double bias;  // [m/s], negative: an impact that bounces
  };
  VecX v_free, v_before;                      // [6 bodies]
  std::vector<InverseMass> inv_mass;          // [bodies]
  std::vector<Manifold> manifolds;            // as found
  std::vector<Contact> contacts;              // sorted by key
  std::vector<std::pair<int, int>> overlaps;  // pairs that overlap, sorted
  std::vector<std::pair<int, int>> struck;    // that bounce, or touch and come faster than the threshold
};
void noteStart(const ContactProblem& problem, const std::vector<Manifold>& manifolds, double restitution_threshold,
               StepStart& start);

// The same contact at the start, or null.
const StepStart::Contact* findContact(const StepStart& start, const ContactPoint& place);

// result.problem and result.manifolds become those of the step with its contacts searched and linearised where
// v0 [6 bodies] leads; of bodies that strike each other at the start, with those that they have there. Gaps are given
// as those of the start that J takes to the gap there.
void relinearise(const StepStart& start, const VecX& v0, StepContext& step);

// Contacts without friction and restitution.
void dropFriction(std::vector<Manifold>& manifolds);

}  // namespace keystone
