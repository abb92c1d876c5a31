// From box friction in given tangent frames to Coulomb's cone: frames turned to the friction, then Newton on the cone's
// equations.
#pragma once

#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"

namespace keystone {

// Per contact the direction of t1 in the problem's own tangent frame: t1' = (c, s), t2' = (-s, c).
using TangentFrames = std::vector<Vec2>;  // [contacts], unit

// Impulses, velocities or q from the problem's frames into the turned ones, or back.
VecX intoFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x);
VecX outOfFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x);
// Q W Q^T.
SparseRows turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W);

// Solves the cone's equations by Newton's method on fixed sets: u = 0 on the normal rows that are Clamped and basic and
// on tangents that Stick and are basic, lambda_t = -mu lambda_n u_t / |u_t| on the contacts with slides[c]; other
// impulses stay. Quadratic near the solution; true when the equations hold to `tolerance` of the largest impulse. `W`
// is unturned; `basic` has a flag per row.
bool polishCone(const ContactProblem& problem, const SparseRows& W, const std::vector<char>& basic,
                const std::vector<char>& slides, double tolerance, VecX& lambda);

}  // namespace keystone
