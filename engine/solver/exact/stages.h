// The stages of the exact solver, in the order in which they are tried.
#pragma once

#include <span>
#include <string_view>

#include "solver/interior/interior_point.h"
#include "solver/system/contact_system.h"

namespace keystone {

// What the stages of one solve share. Impulses are scaled as contacts.rows().
struct ExactAttempt {
  const ContactProblem& problem;
  const ContactSystem& contacts;
  int most = 0;          // factorizations at most, of all stages together
  bool at_rest = false;  // the bodies were at rest before the step
  SolverTrace* trace = nullptr;

  VecX& start;           // what the solve begins with; zero when cold
  VecX& best;            // the best point met, and
  double defect = 0.0;   // its defect (ContactSystem::defect)
  bool relaxed = false;  // the convex relaxation has been solved, and
  VecX& relaxation;      // these are the lawful impulses nearest to its solution
  SolveReport report;    // work so far

  // Whether a loaded contact slides at the best point.
  bool slides() const;
  int left() const { return most - report.factorizations; }
  // Takes a point that is better than the best.
  void offer(const VecX& lambda, double its_defect);
};

struct ExactStage {
  std::string_view id, title;  // of the report, the HUD and the trace
  bool (*applies)(const ExactAttempt& attempt);
  // Works on attempt.best; whether it ended with what it takes for a solution.
  bool (*run)(ExactAttempt& attempt);
};
std::span<const ExactStage> exactStages();

}  // namespace keystone
