// What every stepper does alike: find contacts, solve with the residual checked, move, report.
#pragma once

#include <span>
#include <string>

#include "world/step_context.h"

namespace keystone {

// Fills result.manifolds with the contacts of `bodies` (parallel to the world's) within step.dt.
void searchContacts(StepContext& step, std::span<const Body> bodies);
// The same, less those that free bodies do not come to (step/near_misses.h).
void findContacts(StepContext& step, std::span<const Body> bodies);

// The problem of a step of `world` (world/assemble_step.h) as result.problem, with result.islands. `force_time`: as in
// StepAssembly.
void assembleProblem(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                     double restitution_threshold, StepContext& step, double force_time = 0.0);

// The same of the step's own world, with dynamic friction where contacts slide at its start (params.slip_speed), and
// with what was remembered as result.start. False if it is not finite.
bool poseProblem(std::span<const Manifold> manifolds, double restitution_threshold, StepContext& step);

// Solves result.problem from result.start, into workspace.solve.
void solveStep(StepContext& step);
// workspace.v becomes the velocities that the step ends with by workspace.solve: zero for what stays at rest
// (step/rest.h).
void findVelocities(StepContext& step);

void addTimes(const StageTimes& part, StageTimes& sum);
// Adds what a part of the step came to to the report.
void addPart(const StepReport& part, StepReport& report);

// Adds to what a step has to say.
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

// Moves the bodies for step.dt by workspace.v, but those of `smooth` as it says, and removes the overlap of
// result.problem's contacts. False, and nothing is changed, when the motion is not finite.
bool moveBodies(StepContext& step, const Remembered& remembered, std::string& why,
                std::span<const BodyMotion> smooth = {});

// Puts the bodies where `motions` [bodies] say. False, and nothing is changed, when they are not finite.
bool placeBodies(StepContext& step, const Remembered& remembered, const std::vector<Motion>& motions, std::string& why);

// Whether the step closes its joints by positions: only `velocity` can be told not to, in maximal coordinates.
bool closesJoints(const StepInput& input);

// [m] Of all joints where they are (worstError), 0 without any.
double worstJointError(const World& world);

// Counts a step and completes the report.
void finishStep(StepContext& step);

}  // namespace keystone
