// What a step's report counts and sums.
#pragma once

#include "problem/islands.h"
#include "world/step_report.h"
#include "world/world.h"

namespace keystone {

// [m] Of the contact that overlaps most; 0 when none does.
double deepestOverlap(const ContactProblem& problem);

// Fills the counts, max_penetration and sets of `report`. A dynamic body that nothing touches is an island of its own.
void countContacts(const World& world, const ContactProblem& problem, const std::vector<Island>& islands,
                   const Solution& solution, StepReport& report);

// Fills step, time, energies, momenta and state_hash of `report` from the world as it is. Potential energy is zero at
// the origin.
void sumState(const World& world, StepReport& report);

}  // namespace keystone
