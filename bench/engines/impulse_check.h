// One measure for every engine: Keystone's, of what the engine's bodies and impulses are.
#pragma once

#include "engines/engine.h"

namespace keystone::bench {

// [m], >= 0: the deepest overlap that Keystone's collision finds with the bodies in these places.
double penetration(const EngineScene& scene, const std::vector<BodyState>& states);

struct ImpulseVerdict {
  double residual = 0.0;  // measure() of the engine's impulses at its own contact points under Coulomb's law
  double mismatch = 0.0;  // [m/s, rad/s], how far the velocities that they lead to are from those the engine has
};

// The contact problem of one step, rebuilt from the states before it and the engine's contacts: what Keystone asks of
// impulses, and nothing of what an engine adds to undo earlier overlap or to soften contacts. The residual says
// something about the engine only while the mismatch is small: its impulses are then really those that moved it.
ImpulseVerdict checkImpulses(const EngineScene& scene, const std::vector<BodyState>& before,
                             const std::vector<BodyState>& after, const std::vector<EngineContact>& contacts);

struct Way {
  double drift = 0.0;  // [m], the farthest that any body is from where it started
  double sizes = 0.0;  // the same in shortest edges of the body
  double turn = 0.0;   // [rad], the farthest that any body is turned
};
Way wayFromStart(const EngineScene& scene, const std::vector<BodyState>& states);

}  // namespace keystone::bench
