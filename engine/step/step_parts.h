// What every stepper does alike: find contacts, solve with the residual checked, move, report.
#pragma once

#include <span>
#include <string>

#include "world/step_context.h"

namespace keystone {

// Fills result.manifolds with the contacts of the bodies within step.dt.
void searchContacts(StepContext& step);

// The problem of a step of `world` (world/assemble_step.h) as result.problem, with result.islands. `force_time`: as in
// StepAssembly.
void assembleProblem(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                     double restitution_threshold, StepContext& step, double force_time = 0.0);

// The same of the step's own world, with dynamic friction where contacts slide at its start (params.slip_speed), and
// with what was remembered as result.start. False, and `why`, if it is not finite.
bool poseProblem(std::span<const Manifold> manifolds, double restitution_threshold, StepContext& step,
                 std::string& why);
// Whether result.problem is finite; else `why` says so.
bool isPosed(StepContext& step, std::string& why);

// Solves result.problem from result.start, into workspace.solve.
void solveStep(StepContext& step);
// workspace.v becomes the velocities that the step ends with by workspace.solve: zero for what stays at rest
// (step/rest.h).
void findVelocities(StepContext& step);

// Adds to what a step has to say, what it does not say yet.
void addNote(std::string_view note, StepReport& report);

// Of what gives the step its impulses: the solver, or a stepper that is a method of its own.
std::string_view methodTitle(const StepInput& input);

// Takes workspace.solve into the result. True if there is something to go on with; else `why` says why not.
bool adopt(StepContext& step, std::string& why);

// The step comes to nothing; its problem stays in the result for whoever wants to look into it.
void reject(StepContext& step, const std::string& why);

// A solved problem to warm-start the next step from.
struct Remembered {
  const ContactProblem& problem;
  const Solution& solution;
};

// workspace.motions: of the bodies for step.dt by workspace.v, but those of workspace.smooth as it says, with the
// overlap of result.problem's contacts removed.
void findMotions(StepContext& step);

// Moves the bodies as workspace.motions say, and closes their joints. The impulses are remembered as `factor` times as
// large: those of a whole step. False, and nothing is changed, when the motion is not finite.
bool moveBodies(StepContext& step, double factor, std::string& why);

// Puts the bodies where workspace.motions say. False, and nothing is changed, when they are not finite.
bool placeBodies(StepContext& step, const Remembered& remembered, std::string& why);

// Whether the step closes its joints by positions: only `velocity` can be told not to, in maximal coordinates.
bool closesJoints(const StepInput& input);

// [m] Of all joints where they are (worstError), 0 without any.
double worstJointError(const World& world);

// Counts a step and completes the report.
void finishStep(StepContext& step);

}  // namespace keystone
