// Impulses and sets from one step to the next, matched by the features that touch.
#pragma once

#include "solver/solver.h"
#include "world/world.h"

namespace keystone {

// The last step's impulses in this step's contact frames, and its sets. As long as a pair touches its load stays with
// it, at contacts nearby where features are others; else new contacts start open and without impulse.
// Joint rows are matched by their number alone. Sets are empty when nothing is remembered at all.
Solution warmStart(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints = {});

// The same in place of an old start, whose memory is used again.
void warmStart(const ContactProblem& problem, const ContactCache& cache, const JointCache& joints, Solution& start);

// What to remember of a solved problem. Without sets, every contact is remembered as open.
ContactCache remember(const ContactProblem& problem, const Solution& solution);
void remember(const ContactProblem& problem, const Solution& solution, ContactCache& cache);       // in place
void rememberJoints(const ContactProblem& problem, const Solution& solution, JointCache& joints);  // likewise

}  // namespace keystone
