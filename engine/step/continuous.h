// A step as a row of intervals, each found, solved, checked by a sweep and only then made.
#pragma once

#include <string>

#include "impact/collisions.h"
#include "step/step_parts.h"

namespace keystone {

// What one interval, or all of them, came to.
struct IntervalTally {
  CheckedSolve effort;  // all solves: work added up, worst status and residual
  Impacts impacts;
  int jammed = 0;    // contacts that an impact stopped for want of forces (acceleration stepper)
  int isolated = 0;  // pairs that met by themselves
  std::string note;
};

// A stepper that has a solver solve its problems: what it makes of one interval.
class IntervalMethod {
 public:
  virtual ~IntervalMethod() = default;

  // workspace.v_free; the bodies' velocities become those by which contacts are searched.
  virtual void prepare(StepContext& step);
  // Leaves those of result.manifolds that the interval needs.
  virtual void filterContacts(StepContext& step);
  // The problem of result.manifolds, and its impulses in workspace.solve. May shorten step.dt; to 0 where all that it
  // did was an impact, which has changed the bodies' velocities. False, and `why`, if there is nothing to go on with.
  virtual bool solve(StepContext& step, IntervalTally& tally, std::string& why) = 0;
  // workspace.smooth: of bodies that do not move by workspace.v.
  virtual void moveApart(StepContext& step);
  // After the bodies have moved for step.dt.
  virtual void moved(StepContext& step);
  // Whether its intervals end where bodies meet, so that contacts ahead need no check, and their impulses are of
  // forces.
  virtual bool stopsAtImpacts() const { return false; }
};

// Runs a method over step.dt: an interval is as long as what is left, and is made unless a sweep of its motion finds
// that a contact ahead, linearised where the interval begins, did not do what it should: bodies pass through each other
// that move by more than the thinner one's inner radius, or have met along another normal, or not at all
// (step/speculative.h), that move by more than kTurning of it. Then the interval is solved again up to where they meet,
// by the same contacts. That is the only loop over time and its only undoing. The report is of all intervals, with the
// worst residual; problem and solution are the last one's.
void stepContinuous(StepContext& step, IntervalMethod& method);

}  // namespace keystone
