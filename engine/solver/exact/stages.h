// The stages of the exact solver, in the order in which they are tried.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "solver/interior/interior_point.h"
#include "solver/newton/proximal_newton.h"
#include "solver/smoothing/smoothing_path.h"
#include "solver/system/contact_system.h"

namespace keystone {

// All numbers of the driver, and those of its methods. Defects are of scaled impulses (ContactSystem::defect). What
// each one does on hard steps: docs/exact-solver.md, Ablation.
struct ExactOptions {
  int work = 0;               // factorizations at most; 0: what a frame holds, -1: unbounded
  double tolerance = 1e-9;    // residual (problem/residual.h) at which the problem counts as solved
  std::string_view without;   // a stage that is left out, to see what it is good for
  double frame = 20e-3;       // [s], which a solve may take by default,
  double rate = 8e9;          // [1/s], in operations of a common core, as ConeSystem::operations() counts them,
  int least_work = 36;        // and at least so many factorizations, however large the problem is
  double near_by = 1e-2;      // defect of a start from which Newton's method is tried twice; from farther off
  double share_of_far = 0.1;  // that share of the work is its, where contacts slide: at 0.7 scenes that move take
                              // 26.6 factorizations a step instead of 15.6 (keystone_ablation)
  double enough = 3e-10;      // defect that ends a stage; what slips no faster, of the largest free velocity, sticks
  int at_a_time = 80;         // factorizations of the smoothed path, and of Newton's method but for the last stage,
  double share = 0.7;         // and that share of the work that is left, at most
  double path_end = 1e-10;    // tau of the smoothed path from which Newton's method is tried first, then
  double closer = 1e-2;       // that share of it, and so on, down to
  double last_path_end = 1e-13;
  NewtonOptions newton;
  SmoothingOptions smoothing;
  InteriorOptions interior;
};

// Factorizations of one solve at most.
int workOf(const ContactSystem& contacts, const ExactOptions& options);

// What the stages of one solve share. Impulses are scaled as contacts.rows().
struct ExactAttempt {
  const ContactProblem& problem;
  const ContactSystem& contacts;
  const ExactOptions& options;
  bool at_rest = false;  // the bodies were at rest before the step
  SolverTrace* trace = nullptr;

  VecX& start;           // what the solve begins with; zero when cold
  VecX& best;            // the best point met, and
  double defect = 0.0;   // its defect (ContactSystem::defect)
  bool relaxed = false;  // the convex relaxation has been solved, and
  VecX& relaxation;      // these are the lawful impulses nearest to its solution
  SolveReport report;    // work so far
  // Factorizations at most; known once asked for. The pattern of the factor tells, which a start that stays needs not.
  mutable std::optional<int> most = {};

  // Whether a loaded contact or disc slides at the best point.
  bool slides() const;
  int left() const;   // factorizations, for all stages together
  int share() const;  // factorizations of a stage that others come after
  // Takes a point that is better than the best.
  void offer(const VecX& lambda, double its_defect);
};

struct ExactStage {
  std::string_view id, title;  // of the report, the HUD and the trace
  bool (*applies)(const ExactAttempt& attempt);
  // Works on attempt.best; whether it ended with what it takes for a solution.
  bool (*run)(ExactAttempt& attempt);
  bool is_free = false;  // takes no factorization
};
std::span<const ExactStage> exactStages();

// The stages in turn, until the residual of what one found is within the tolerance. A symmetric problem with rows; its
// solution's impulses and sets are the start.
SolveReport solveInStages(const ContactProblem& problem, FrictionLaw law, const ExactOptions& options,
                          Solution& solution, SolverTrace* trace);

}  // namespace keystone
