// One impact: one solve at the contacts that take part in it.
#pragma once

#include "impact/reached.h"

namespace keystone {

struct Impacts {
  int contacts = 0;      // pushed apart, each impact counted
  double largest = 0.0;  // [N s], normal impulse
  CheckedSolve solve;    // effort of all impacts, the worst status and residual
  std::string note;      // what was done beyond solving; else empty
};

// Gives the world's bodies, whose velocities are v [6 bodies], those after an impact at the contacts `struck`, and
// counts it. By Newton's law of restitution, u+ >= -e u-, it is one solve, with friction as the sliding before it says.
// By the other laws (impulse_path.h, algebraic_laws.h) it is the one pair of `struck` that approaches fastest; joined
// bodies have Newton's. If friction and restitution together would gain energy, restitution is reduced until they do
// not (keep_energy.h). False, and `why`, when the solver left nothing to go on with.
bool strike(StepContext& step, const std::vector<Manifold>& struck, const VecX& v, Impacts& impacts, std::string& why);

}  // namespace keystone
