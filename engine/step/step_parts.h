// What every stepper does alike: find contacts, solve with the residual checked, move, report.
#pragma once

#include <string>

#include "step/step.h"
#include "world/stopwatch.h"

namespace keystone {

// simulation.problem, from simulation.start. Takes the memory of simulation.solution and simulation.workspace.v.
CheckedSolve solveStep(Simulation& simulation);
// Turns the delta_v of a solve of simulation.problem into the velocities that the step ends with,
// simulation.workspace.v: zero for what stays at rest (step/rest.h).
void takeVelocities(CheckedSolve& solve, Simulation& simulation);

// The problem of a step of `world` (world/assemble_step.h) as simulation.problem, with simulation.islands.
void assembleProblem(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                     double restitution_threshold, Simulation& simulation);

// Fills simulation.manifolds with the contacts of `bodies` (parallel to the world's) and the report's times.
void findContacts(Simulation& simulation, std::span<const Body> bodies, Stopwatch& watch);

// Takes a solve of simulation.problem into the simulation: solution and report. True if there is something to go on
// with; else `why` says why not.
bool adopt(Simulation& simulation, CheckedSolve solve, std::string& why);

// The state stays as it was; the last problem stays in the simulation for whoever wants to look into it.
const StepReport& reject(Simulation& simulation, const Stopwatch& watch, const std::string& why);

// A solved problem to warm-start the next step from.
struct Remembered {
  const ContactProblem& problem;
  const Solution& solution;
};

// Moves the bodies for world.h by v [6 bodies], the velocities that the step ends with, and removes the overlap of
// simulation.problem's contacts. False, and nothing is changed, when the motion is not finite.
bool moveBodies(Simulation& simulation, const VecX& v, const Remembered& remembered, std::string& why);

// Counts a step of world.h and completes the report.
const StepReport& finishStep(Simulation& simulation, Stopwatch& watch);

}  // namespace keystone
