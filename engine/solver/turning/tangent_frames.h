// Tangent frames of spatial contacts, turned about their normals.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// Per contact the direction of t1 in the problem's own tangent frame: t1' = (c, s), t2' = (-s, c).
using TangentFrames = std::vector<Vec2>;  // [contacts], unit

// Impulses, velocities or q [rows] from the problem's frames into the turned ones, or back. In place.
void intoFrames(const ContactProblem& problem, const TangentFrames& frames, VecX& x);
void outOfFrames(const ContactProblem& problem, const TangentFrames& frames, VecX& x);
// Q W Q^T, where Q turns x into the frames.
void turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W, SparseRows& turned);
// The problem with its tangents in the frames: J, q and, where it is given, W.
void turnProblem(const ContactProblem& problem, const TangentFrames& frames, ContactProblem& turned);

}  // namespace keystone
