// Impulses and sets from one step to the next, matched by the features that touch.
#pragma once

#include "solver/solver.h"
#include "world/world.h"

namespace keystone {

// The last step's impulses in this step's contact frames, and its sets. As long as a pair touches its load stays with
// it, at contacts nearby where features are others; else new contacts start open and without impulse.
// Joint rows are matched by their number alone. Sets are empty when nothing is remembered at all. `start` is
// overwritten.
void warmStart(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints, Solution& start);

// [rows], [N/m]: what is remembered of each row's stiffness (Solution::penalty); 0 where nothing is. Overwritten.
void recallPenalties(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints, VecX& penalty);

// What to remember of a solved problem. Without sets, every contact is remembered as open. Caches are overwritten.
void remember(const ContactProblem& problem, const Solution& solution, ContactCache& cache);
// Impulses that differ from those remembered before by rounding alone stay as they were: to take one apart along the
// rows of a slanted contact and to put it together again changes its last digits, and what rests would never repeat.
void keepRounded(const ContactCache& before, ContactCache& cache);
void rememberJoints(const ContactProblem& problem, const Solution& solution, JointCache& joints);

}  // namespace keystone
