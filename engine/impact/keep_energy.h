// Impacts that gain no energy.
#pragma once

#include <functional>
#include <optional>

#include "solver/checked_solve.h"

namespace keystone {

inline constexpr const char* kRestitutionReduced = "restitution reduced to keep the energy";

// A normal row's bias [m/s] if it had no restitution; none for contacts that do not bounce.
using InelasticBias = std::function<std::optional<double>(int contact)>;

// With friction Newton's restitution, u+ >= -e u-, can gain energy (Kane and Levinson 1985). Where `solve` does, in one
// of the problem's islands, the island's e is reduced to the largest share of it that gains none, and the problem is
// solved again. `problem`, `start` and `solve` become those of the last solve, with the effort of all. True when an e
// was reduced.
bool keepEnergy(const SolveMethod& method, const std::vector<Island>& islands, const InelasticBias& inelastic,
                ContactProblem& problem, Solution& start, CheckedSolve& solve);

}  // namespace keystone
