// Impacts that gain no energy.
#pragma once

#include <vector>

#include "solver/checked_solve.h"

namespace keystone {

inline constexpr const char* kRestitutionReduced = "restitution reduced to keep the energy";

// A contact that bounces.
struct Bounce {
  int contact;
  double inelastic;  // [m/s], the bias that its normal row would have without restitution
};
using Bounces = std::vector<Bounce>;  // by ascending contacts

// With friction Newton's restitution, u+ >= -e u-, can gain energy (Kane and Levinson 1985). Where `solve` does, in one
// of the problem's islands, the island's e is reduced to the largest share of it that gains none, and the problem is
// solved again. `problem`, `start` and `solve` become those of the last solve, with the effort of all. What the method
// leaves unsolved, or the last solve gains within its tolerance, is scaled: the impulses of an island in which contacts
// bounce become smaller, to where their work is none. True when an e was reduced or an island scaled.
bool keepEnergy(const SolveMethod& method, const std::vector<Island>& islands, const Bounces& bounces,
                ContactProblem& problem, Solution& start, CheckedSolve& solve);

// Where impulses [rows] on contacts, joints and limits gain energy in one of the islands, they become so much smaller
// that their work is none, and `delta_v` becomes theirs. True where they did.
bool scaleGains(const std::vector<Island>& islands, const ContactProblem& problem, VecX& lambda, DeltaV& delta_v);

// Of a step's problem, in which a contact that does not bounce may close its gap within the step.
Bounces bouncesOf(const ContactProblem& problem);

}  // namespace keystone
