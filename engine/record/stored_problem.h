// The contact problem of a simulation's last step, as it goes into a file.
#pragma once

#include "problem/problem_formats.h"
#include "world/simulation.h"

namespace keystone {

// With the impulses that the step began with.
StoredProblem storedProblem(const Simulation& simulation, const std::string& scene);

}  // namespace keystone
