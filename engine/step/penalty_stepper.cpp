// One step by penalty forces: contacts and joints are springs and dampers, in explicit substeps.
//
// Sources: cundall1979 (discrete elements: a contact pushes by its overlap, friction is a spring across it that slips
// at Coulomb's bound); mooreWilhelms1988 and bender2014, section 3.2.1 (penalty forces of contacts and of joints,
// F = -J^T (k C + d C'), k = m omega^2, d = 2 m zeta omega). The contacts of the step's start are kept. In a substep
//   1. every row pushes by where bodies are and how fast they are: no row knows of the others;
//   2. velocities get these impulses, gravity and forces;
//   3. positions follow by the new velocities (symplectic Euler).
// Contacts push and never pull: lambda_n = h (-k gap - d u_n)_+ while they overlap. A contact with restitution e > 0
// has the damping ratio that gives e (schwager2007); without, the parameter's. Friction, motors and dry friction draw
// out a spring that slips where spring and damper reach the bound; what a spring bears is remembered from step to step.
// m is what a row moves, 1 / W_ii: a ball on the ground sinks by g / omega^2 = m g / k whatever its mass.
// Stability: substeps of h are stable while h^2 K + 2 h D < 4 M. Rows of a body that would have more than three
// quarters of that together get a smaller share of what was asked for, all alike; the note says of how many rows.
// Departures:
//   - stiffnesses are per mass that the row moves, and limited as said. The sources give stiffnesses by hand.
//   - the second derivative of the constraint in the survey's penalty force is left out: it adds mass to the row.
//   - normals and arms of contacts stay as they are within a step, so that gaps are linear in the way.
//   - springs and dampers of joints are those of problem/spring_rows.h, implicit where substeps are too long for them.
//   - spin is Keystone's free rotation, as under tgs_soft.
// Cost: of a substep one visit to every row, and of joints their rows anew.
// Fails: never breaks down on finite input. What is pressed sinks in, by force / k; what is fast by speed / omega.
// Slow impacts bounce too: damping knows no threshold. The problem is posed for one
// step, so that its residual is that of hard contacts: at rest it is zero, but an impact takes longer than a step.
#include <cmath>

#include "math/scratch_pool.h"
#include "step/own_method.h"
#include "step/penalty_forces.h"
#include "step/stepper_parameters.h"
#include "step/steppers.h"

namespace keystone {
namespace {

PenaltyParams penaltyParams(const ParameterValues& values) {
  const auto of = [&](std::string_view id) { return parameterOf(kPenaltyParameters, values, id); };
  return {static_cast<int>(of("penalty_substeps")), of("penalty_hertz"), of("stick_hertz"), of("penalty_joint_hertz"),
          of("damping_ratio")};
}

std::string slowedNote(const PenaltyState& state) {
  const int percent = static_cast<int>(std::lround(100.0 * state.least_share));
  return std::to_string(state.slowed) + " rows are slower than asked for, down to " + std::to_string(percent) +
         " % of the frequency: more substeps resolve them";
}

void solveByPenalties(StepContext& step, OwnSolve& out) {
  const ContactProblem& problem = step.result.problem;
  const PenaltyParams params = penaltyParams(step.input.stepper_parameters);
  const Scratch<PenaltyState> scratch(problem.v_free.size());
  PenaltyState& state = *scratch;
  runPenaltySubsteps(step.world, problem, params, step.result.start.lambda, state);
  step.workspace.solve.solution.lambda = state.sub.total;
  endSubsteps(state.sub, step.workspace.v, step.workspace.motions);
  out.remembered.lambda = params.substeps * state.elastic;
  out.remembered.penalty.resize(0);
  out.iterations = params.substeps;
  out.turned = state.sub.turned;
  out.note.clear();
  if (state.slowed > 0) out.note = slowedNote(state);
}

}  // namespace

void stepPenalty(StepContext& step) {
  stepByOwnMethod(step, step.input.params.restitution_threshold, solveByPenalties);
}

}  // namespace keystone
