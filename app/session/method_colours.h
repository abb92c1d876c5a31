// The colour that a solver's curve has wherever it is drawn beside others.
#pragma once

#include "math/types.h"
#include "solver/solver.h"

namespace keystone {

struct MethodStyle {
  Vec3 colour;  // sRGB
  bool dashed;
};
// One for every solver of the registry.
MethodStyle methodStyle(const SolverInfo& solver);

}  // namespace keystone
