// The contact problem of a step.
#pragma once

#include <span>

#include "problem/assemble_joints.h"
#include "world/simulation.h"

namespace keystone {

struct StepAssembly {
  double dt;                     // [s], length of the step
  double restitution_threshold;  // [m/s], slower impacts do not bounce
  double recovery_speed;         // [m/s], errors of joints are removed no faster than this
  double force_time = 0.0;       // [s], in which springs act; 0: dt
  JointErrorRule errors = {};
};

// The contact and joint rows of a step under v_free [6 bodies].
void assembleStep(const World& world, const StepAssembly& how, std::span<const Manifold> manifolds, const VecX& v_free,
                  ContactProblem& problem);

}  // namespace keystone
