// A world with the stepper and the solver that move it. The app shows one simulation; the command line runs one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "problem/islands.h"
#include "problem/substitute_sliding.h"
#include "solver/checked_solve.h"
#include "world/choices.h"
#include "world/motion.h"
#include "world/step_report.h"
#include "world/world.h"

namespace keystone {

enum class StepperKind { Velocity, Acceleration, Quasistatic, Position, Avbd, TgsSoft, Penalty, Impulse };

struct StepParams {
  CollideParams collide;
  ImpactLaw impacts = ImpactLaw::Simultaneous;
  RestitutionLaw restitution_law = RestitutionLaw::Newton;
  ImpactTime impact_time = ImpactTime::Step;
  Integrator integrator = Integrator::Automatic;   // velocity
  Coordinates coordinates = Coordinates::Maximal;  // velocity: how it holds the joints of trees
  JointErrors joint_errors = JointErrors::Closed;  // velocity
  double baumgarte_alpha = 20.0;                   // [1/s], on the rates of joints' errors
  double baumgarte_beta = 20.0;                    // [1/s], on the errors
  double erp = 0.2;                                // share of the joints' errors that a step takes away
  double cfm = 0.0;                                // [1/kg], by which joint rows give way
  double integrator_tolerance = 1e-9;  // [m] and [rad], velocity: what cash_karp errs by at most in a part of a step
  double restitution_threshold = 0.5;  // [m/s], slower impacts do not bounce
  double recovery_speed = 1.0;         // [m/s], overlap is removed no faster than this
  double recovery_slop = 1e-6;         // [m], overlap that is left alone
  double slip_speed = 1e-4;            // [m/s], contacts that slide faster have dynamic friction
  double time_constant = 0.1;          // [s], quasistatic: a body's velocity is its acceleration times this
  int relinearise = 1;                 // position: how often gaps are linearised anew where the step leads
  bool frictionless = false;           // position: neither friction nor restitution, as in Rote and Zwick
  bool sleeping = false;               // groups of immobilised bodies may sleep (sleep/sleep.h)
  double fallback_residual = 1e-3;     // a failed solve worse than this is repeated by projected Gauss-Seidel
  bool skip_repeated = true;           // a step that is the last one again is not computed (step/fixed_point.h)
  bool operator==(const StepParams&) const = default;
};

// What a step reads: the world, and how it is stepped.
struct StepInput {
  World world;
  StepperKind stepper = StepperKind::Velocity;
  const SolverInfo* solver = nullptr;
  ParameterValues parameters;          // of the solver
  ParameterValues stepper_parameters;  // of the stepper (StepperInfo::parameters); those of others have no effect
  StepParams params;

  bool operator==(const StepInput&) const = default;
};

// What a step comes to.
struct StepResult {
  World next;  // the world after the step; of no meaning when it was rejected
  StepReport report;
  std::vector<Manifold> manifolds;
  ContactProblem problem;
  std::vector<Island> islands;          // of `problem`
  std::vector<SlidingContact> sliding;  // contacts whose friction the solver got substituted (acceleration stepper)
  Solution start;                       // what the solver began with, warm or cold
  Solution solution;
  VecX joint_impulse;  // [joint rows], what joints did in the motion, where an integrator made it; else empty
  // What the step began with, if it led back to that (step/fixed_point.h); else null.
  std::shared_ptr<const StepInput> fixed_point;
};

// A world that is stepped, with what its last step came to. `next` has then been taken over and is of no meaning.
struct Simulation : StepInput, StepResult {};

// The problem that the solver got in the last step: simulation.problem, with the friction of simulation.sliding
// substituted.
ContactProblem solvedProblem(const Simulation& simulation);

// Its solver, for solveChecked().
SolveMethod solveMethodOf(const StepInput& input);

// [s] Impulses of simulation.solution divided by this are forces [N].
double forceTime(const Simulation& simulation);

}  // namespace keystone
