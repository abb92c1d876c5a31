// From box friction in given tangent frames to Coulomb's cone: frames turned to the friction, then Newton on the cone's
// equations.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// Per contact the direction of t1 in the problem's own tangent frame: t1' = (c, s), t2' = (-s, c).
using TangentFrames = std::vector<Vec2>;  // [contacts], unit

// Impulses, velocities or q from the problem's frames into the turned ones, or back.
VecX intoFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x);
VecX outOfFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x);
// Q W Q^T.
SparseRows turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W);

}  // namespace keystone
