// One contact problem, one method, no warm start: solved, timed and judged.
#pragma once

#include "cli/commands.h"
#include "problem/residual.h"
#include "solver/solver.h"

namespace keystone {

struct ColdSolve {
  SolveReport report;
  Solution solution;   // sets always filled; inferred when the method keeps none
  Residual residual;   // NaN when the method does not take such problems
  double time_ms = 0;  // [ms], fastest of a few repetitions
};
ColdSolve solveCold(const ContactProblem& problem, const SolverInfo& solver, const KnobValues& knobs, FrictionLaw law);

// "cone" or "box". Throws UsageError for anything else.
FrictionLaw lawNamed(const std::string& name);

// Sets the solver's knob for the law, where it has one. False when the method cannot hold this problem to the law.
bool chooseLaw(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law, KnobValues& knobs);

// Reads NAME.mtx with NAME.b. Throws std::runtime_error for other kinds of file.
ContactProblem loadProblem(const std::string& path);

// Writes NAME.mtx with NAME.b. Throws std::runtime_error when the file cannot be written or has no place for the
// problem.
void saveProblem(const std::string& path, const ContactProblem& problem);

// The problem in a file, or that of a scene's step as its own solver met it (step counts from 1).
ContactProblem openProblem(const std::string& subject, const MethodOptions& method, long step);

// True for a path that names a problem file rather than a scene.
bool isProblemPath(const std::string& path);

}  // namespace keystone
