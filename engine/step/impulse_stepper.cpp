// One step by impulses on joints, by a preview of where they will be.
//
// Sources: benderSchmitt2006 (fast dynamic simulation of multi-body systems using impulses), as bender2014 has it,
// section 3.2.1, "Impulse-based simulation"; bender2007 (the system in linear time).
//   1. Preview: where the bodies will be at the step's end by their velocities of the moment, turning freely, and how
//      far off the joints will be there, d.
//   2. Impulses: J M^-1 J^T p = -d / h for all joints at the step's start: what would take d away if the joints' points
//      moved straight. Again from 1., until every |d| is within the tolerance.
//   3. The bodies move by these velocities.
//   4. Velocities are corrected: J' M^-1 J'^T p = -J' v at the new poses.
// So joints are where they should be at the end of every step: nothing is stabilised or closed after it.
// What joints gain in 2. by ending beside their own direction, they lose again in 4.; without contacts energy errs to
// and fro and does not drift.
//
// Contacts, limits, motors, springs and dry friction are the step's contact problem, swept by Gauss-Seidel between two
// previews. A row that bears on joints moves all that is joined, by its effective mass while joints hold, (j (M^-1 -
// M^-1 J^T (J M^-1 J^T)^-1 J M^-1) j^T)^-1. With the mass of its own body, as where contacts and joints are swept in
// turn, a heavy table on light legs sinks in by more a step than a hundred rounds take back, and previews of what has
// not settled lead astray: joints then throw the bodies about.
// Departures:
//   - the first impulses are those that hold joints by velocity (problem/assemble_joints.h); previews correct them. A
//     preview by velocities that contacts have not yet had their say in may turn bodies by radians.
//   - a preview that leaves joints further off than the one before ends the step with that one.
//   - contacts by the step's problem, and in the same rounds; the source of 2006 has joints alone, and handles them one
//     after another. Redundant joints share their impulses by problem/joint_system.h.
//   - impulses begin with those of the last step.
//   - a limit of a joint is held by its preview too; motors, dry friction and springs by their velocity.
//   - free motion is Keystone's: semi-implicit Euler, free rotation by a midpoint rule.
//   - errors that a step begins with are taken away at `recovery_speed` at most. Overlap of contacts stays as it is.
//   - the correction of velocities has the contacts that bear and the limits that are reached with it, as the step
//     found them. Without them joints gain in 2. against the mass of what they lean on, and lose in 4. by their own
//     alone: a bridge with loads on it begins to dance (with them it does so later: see Fails). Its impulses are not in
//     the step's problem, nor in its residual.
// Cost: a sparse factorization of the joints at the start and at the end of the step, a solve for each row that bears
// on joints, which names all bodies that are joined; of a round a visit to every row and two solves; of a preview a
// free motion of all bodies.
// Fails: turns of a radian in a step are too far for J of the step's start; what previews leave then shows as
// joint_error, and is taken away by velocities in the next step, which feeds energy into chains that whip. Newton's
// restitution with friction may gain energy, too. Sweeps over contacts converge as slowly as elsewhere
// (solver/pgs.cpp).
#include "step/impulse_joints.h"

#include "math/scratch_pool.h"
#include "step/own_method.h"
#include "step/stepper_parameters.h"
#include "step/steppers.h"

namespace keystone {
namespace {

ImpulseParams impulseParams(const StepInput& input) {
  const auto of = [&](std::string_view id) { return parameterOf(kImpulseParameters, input.stepper_parameters, id); };
  return {static_cast<int>(of("rounds")), of("joint_tolerance"), of("velocity_tolerance"), input.params.recovery_speed};
}

void correctMotions(StepContext& step, const ImpulseParams& params, ImpulseState& state) {
  std::vector<Motion>& motions = step.workspace.motions;
  const Scratch<std::vector<Body>> bodies;
  const Scratch<VecX> v(step.workspace.v.size());
  *bodies = step.world.bodies;
  place(*bodies, motions);
  velocitiesOf(*bodies, *v);
  correctVelocities(step.world, step.result.problem, *bodies, params, state, *v);
  setVelocities(*bodies, *v);
  for (std::size_t i = 0; i < bodies->size(); ++i) {
    motions[i].velocity = (*bodies)[i].velocity;
    motions[i].omega = (*bodies)[i].omega;
  }
}

void solveByImpulses(StepContext& step, OwnSolve& out) {
  const ContactProblem& problem = step.result.problem;
  const ImpulseParams params = impulseParams(step.input);
  const Scratch<ImpulseState> scratch(problem.v_free.size());
  ImpulseState& state = *scratch;
  beginImpulses(step.world, problem, step.result.start.lambda, params, state);
  runImpulses(step.world, problem, params, state);
  step.workspace.v = state.v;
  step.workspace.solve.solution.lambda = state.lambda;
  integrate(step.world.bodies, step.workspace.v, {}, step.dt, step.workspace.motions);
  out.remembered.lambda = state.lambda;
  if (!step.world.joints.empty()) correctMotions(step, params, state);
  out.remembered.penalty.resize(0);
  out.iterations = state.rounds;
  out.turned.resize(0);
  out.note.clear();
}

}  // namespace

void stepImpulse(StepContext& step) {
  stepByOwnMethod(step, step.input.params.restitution_threshold, solveByImpulses);
}

}  // namespace keystone
