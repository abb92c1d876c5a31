// What a step's report counts and sums.
#pragma once

#include "sim/step_report.h"
#include "sim/world.h"

namespace keystone {

// Groups of dynamic bodies that contacts or joints hold together; a dynamic body without either is one of its own.
int countIslands(const World& world, const ContactProblem& problem);

// Fills the counts, max_penetration and sets of `report`.
void countContacts(const World& world, const ContactProblem& problem, const Solution& solution, StepReport& report);

// Fills step, time, energies, momenta and state_hash of `report` from the world as it is. Potential energy is zero at
// the origin.
void sumState(const World& world, StepReport& report);

}  // namespace keystone
