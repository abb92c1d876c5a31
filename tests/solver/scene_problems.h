// Contact problems of scenes.
#pragma once

#include "support/settled.h"

namespace keystone::testing {

// That of the scene's step, under its own solver.
inline const ContactProblem& problemAfter(const char* scene, int steps) {
  return settled(scene, steps).problem;
}

}  // namespace keystone::testing
