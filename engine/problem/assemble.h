// Manifolds -> the contact problem of one step. Signs and frames: docs/conventions.md.
#pragma once

#include <algorithm>
#include <span>

#include "problem/contact_problem.h"

namespace keystone {

// [m] A gap up to here is none in a step of length h [s]. What closes does so to nothing, in the middle of what counts
// as touching, so that the micrometres by which the corners of a face differ after a while decide about no contact, and
// a pile at rest is the same problem, with the same index sets, at every step. It is what passes at 0.6 mm/s in a step,
// 10 um at 60 Hz, and never less than the rounding of positions and clipping.
inline double touchingGap(double h) {
  return std::clamp(6e-4 * h, 1e-7, 1e-5);
}

// Whether a step takes up the contacts of two bodies: impulses move one of them.
inline bool isPushed(std::span<const Body> bodies, const Manifold& manifold) {
  const auto moves = [&](int body) { return bodies[static_cast<std::size_t>(body)].isActive(); };
  return moves(manifold.a) || moves(manifold.b);
}

struct AssembleParams {
  bool planar = false;                 // rows n, t instead of n, t1, t2
  double h = 1.0 / 60.0;               // [s]
  double restitution_threshold = 0.5;  // [m/s], slower impacts do not bounce
  int joint_rows = 0;                  // to be filled by assembleJoints
};

// v_free: [6 bodies], (linear, angular) velocity after everything but contact. Contacts of which neither body is
// active are left out. Columns of J exist for bodies that are not fixed; W is left empty. There is room for the rows of
// joints and moments (problem/assemble_moments.h). `problem` is overwritten.
void assemble(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
              const AssembleParams& params, ContactProblem& problem);

}  // namespace keystone
