// One step by soft constraints in substeps, known as TGS soft or soft step.
//
// Source: catto2024 (Solver2D: the soft step, and TGS soft which it differs from by anchors that stay where they are
// within a step), with the constants of Box2D 3.0. The contacts of the step's start are kept. In each substep
//   1. velocities get their share of gravity and forces, and all rows their impulses of the last substep;
//   2. one sweep of the rows, joints first, in which a row that is off is a damped spring (catto2011);
//   3. positions follow;
//   4. one sweep of the same rows without errors, which takes out of velocities and impulses what (2) put in for them.
// After the last substep contacts that came fast get their restitution. The impulses of the step are the sums over the
// substeps; the next step begins with those of the last one.
// Departures:
//   - normals and arms of contacts stay as they are within a step, so that gaps are linear in the way.
//   - joints are all of one kind: the rows that Keystone has for them, taken anew in every substep. Springs and dampers
//     are those of problem/spring_rows.h, in substeps. So velocities differ a little from what the impulses give by the
//     rows of the step's start (velocity_error).
//   - in space friction is one disc of both tangents, both moved by the smaller of their effective masses.
//   - pairs of bodies that share none are swept side by side, with the result of one after another (soft_contacts.h).
//   - spin is Keystone's free rotation; the inverse inertia that impulses meet is that of the step's start, and
//     contacts see no more of that rotation in a step than under the velocity stepper.
// Cost: of a substep two visits to every row, and of joints their rows anew.
// Fails: never breaks down on finite input. Two sweeps a substep leave large mass ratios and tall stacks soft; rows
// beyond that yield, and the residual says how much. The problem is posed for one step, so that even perfect substeps
// leave a residual while things move: they end at other velocities.
#include "math/scratch_pool.h"
#include "step/own_method.h"
#include "step/soft_substeps.h"
#include "step/stepper_parameters.h"
#include "step/steppers.h"

namespace keystone {
namespace {

TgsSoftParams paramsOf(const StepInput& input) {
  const auto of = [&](std::string_view id) { return parameterOf(kTgsSoftParameters, input.stepper_parameters, id); };
  return {static_cast<int>(of("substeps")),
          of("contact_hertz"),
          of("contact_damping"),
          of("joint_hertz"),
          of("joint_damping"),
          of("push_speed"),
          input.params.restitution_threshold};
}

void solveInSubsteps(StepContext& step, OwnSolve& out) {
  const ContactProblem& problem = step.result.problem;
  const TgsSoftParams params = paramsOf(step.input);
  const Scratch<SoftState> scratch(problem.v_free.size());
  runSubsteps(step.world, problem, params, step.result.start.lambda, *scratch);
  const SubstepState& state = scratch->sub;
  step.workspace.solve.solution.lambda = state.total;
  endSubsteps(state, step.workspace.v, step.workspace.motions);
  out.remembered.lambda = params.substeps * state.lambda;
  out.remembered.penalty.resize(0);
  out.iterations = 2 * params.substeps;
  out.turned = state.turned;
  out.note.clear();
}

}  // namespace

void stepTgsSoft(StepContext& step) {
  stepByOwnMethod(step, step.input.params.restitution_threshold, solveInSubsteps);
}

}  // namespace keystone
