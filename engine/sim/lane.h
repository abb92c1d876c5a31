// A world with the stepper and the solver that move it. The app shows one lane; the command line runs one.
#pragma once

#include <string>
#include <vector>

#include "sim/step_report.h"
#include "sim/world.h"
#include "solver/registry.h"

namespace keystone {

enum class StepperKind { Velocity };  // acceleration and position steppers join here
std::string_view toString(StepperKind kind);

struct StepParams {
  CollideParams collide;
  double restitution_threshold = 0.5;  // [m/s], slower impacts do not bounce
  double recovery_speed = 1.0;         // [m/s], overlap is removed no faster than this
  double recovery_slop = 1e-6;         // [m], overlap that is left alone
  double fallback_residual = 1e-3;     // a failed solve worse than this is repeated by projected Gauss-Seidel
};

struct Lane {
  World world;
  StepperKind stepper = StepperKind::Velocity;
  const SolverInfo* solver = nullptr;
  KnobValues knobs;
  StepParams params;

  // The last step's, for drawing and inspection.
  StepReport report;
  std::vector<Manifold> manifolds;
  ContactProblem problem;
  Solution start;  // what the solver began with, warm or cold
  Solution solution;
};

// Advances lane.world by one fixed step of world.h and fills report, manifolds, problem, start, solution.
// Never throws on numerical trouble: see StepReport::rejected and ::trouble.
const StepReport& step(Lane& lane);

}  // namespace keystone
