// What every stepper does alike: find contacts, solve under the judge, move, report.
#pragma once

#include <string>

#include "sim/simulation.h"
#include "sim/stopwatch.h"

namespace keystone {

// One solve by the simulation's solver, judged; by projected Gauss-Seidel where that left too much.
struct CheckedSolve {
  Solution solution;
  SolveReport report;
  Residual residual;          // of `solution`
  VecX delta_v;               // of `solution` (problem/delassus.h)
  double own_residual = 0.0;  // of the simulation's solver, before anything stood in
  std::string_view fallback;  // id of the solver that stood in; else empty
};
CheckedSolve solveChecked(const Simulation& simulation, const ContactProblem& problem, const Solution& start);
// Where the islands are known; solution and delta_v take the memory of old ones.
CheckedSolve solveChecked(const Simulation& simulation, const ContactProblem& problem,
                          const std::vector<Island>& islands, const Solution& start, Solution old_solution = {},
                          VecX old_delta_v = {});

// simulation.problem, from simulation.start. Takes the memory of simulation.solution and simulation.workspace.v.
CheckedSolve solveStep(Simulation& simulation);
// Turns the delta_v to a solve of simulation.problem into the velocities that the step ends with,
// simulation.workspace.v: zero for what stays at rest (sim/rest.h).
void takeVelocities(CheckedSolve& solve, Simulation& simulation);

// Adds the work of a solve to that of others; the worst status and residual stand. Solutions are left alone.
void addEffort(const CheckedSolve& solve, CheckedSolve& sum);

// The solver's status in one line; empty when it converged.
std::string describe(const SolverInfo& solver, const CheckedSolve& solve);

// The contact and joint rows of a step of world.h under v_free [6 bodies]. Impacts slower than
// restitution_threshold [m/s] do not bounce.
ContactProblem assembleStep(const World& world, const StepParams& params, std::span<const Manifold> manifolds,
                            const VecX& v_free, double restitution_threshold);
// The same as simulation.problem, with simulation.islands.
void assembleStep(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
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
