// Generalized reflections: impacts that let bodies break away, keep symmetry, momentum and energy, and end.
#pragma once

#include "impact/strike.h"

namespace keystone {

// Waves in one moment at most; they run to and fro through a rack some tens of times.
inline constexpr int kMostWaves = 500;

// The impacts of one moment by generalized reflections; otherwise as resolveImpacts() (collisions.h).
bool resolveReflections(StepContext& step, ImpactScope scope, Impacts& impacts, std::string& why);

}  // namespace keystone
