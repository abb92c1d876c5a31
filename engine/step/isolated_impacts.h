// Pairs of bodies that meet by themselves: nothing but gravity moves them, and nothing else touches or comes near them.
#pragma once

#include <string>
#include <vector>

#include "step/continuous.h"

namespace keystone {

// Whether pairs that meet by themselves are taken out of the step's contacts, to be moved by moveIsolated().
bool takesIsolated(const StepContext& step);

// Moves the pairs step.isolated for step.dt: on parabolas, with their impacts at the time and place where they meet
// (event_driven.cpp). A contact made at the step's start has another gap, and friction another lever. Sets
// workspace.motions of theirs, and adds what they came to. False, and `why`, where one comes to nothing.
bool moveIsolated(StepContext& step, IntervalTally& tally, std::string& why);

// Notes in workspace.flies what nothing but gravity moves and none of result.manifolds is at.
void noteFlying(StepContext& step);
// Puts the bodies that fly on their parabolas, which go by the mean of the velocities before and after.
void flyFree(const StepContext& step, std::vector<Motion>& motions);

}  // namespace keystone
