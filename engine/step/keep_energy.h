// Impacts that gain no energy.
#pragma once

#include <functional>
#include <optional>

#include "world/step_context.h"

namespace keystone {

// A normal row's bias [m/s] if it had no restitution; none for contacts that do not bounce.
using InelasticBias = std::function<std::optional<double>(int contact)>;

// With friction Newton's restitution, u+ >= -e u-, can gain energy (Kane and Levinson 1985). Where the solve of the
// step does, in an island of result.problem, the island's e is reduced to the largest share of it that gains none, and
// the problem is solved again. result.problem, result.start and workspace.solve become those of the last solve, with
// the effort of all. True when an e was reduced.
bool keepEnergy(StepContext& step, const InelasticBias& inelastic);

}  // namespace keystone
