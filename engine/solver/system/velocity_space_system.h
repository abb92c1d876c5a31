// Newton's systems in the space of the bodies' velocities: one node per body.
#pragma once

#include <memory>

#include "solver/system/cone_system.h"

namespace keystone {

// The problem has bodies. Factors I + J^T S J, sizes of rows and bodies folded into J, and finds the rows again by
// Woodbury's identity. Three unknowns a planar body, six a spatial one.
// The memory of an old system is used again where it is of the same kind.
void bodySystem(const ContactProblem& problem, const ConeRows& rows, std::unique_ptr<ConeSystem>& system);

}  // namespace keystone
