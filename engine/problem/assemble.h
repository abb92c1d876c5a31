// Manifolds -> the contact problem of one step. Signs and frames: docs/conventions.md.
#pragma once

#include <span>

#include "problem/contact_problem.h"

namespace keystone {

// [m] A gap within the rounding of positions and clipping counts as touching, so that a pile at rest is the same
// problem, with the same index sets, at every step.
inline constexpr double kTouchingGap = 1e-7;

struct AssembleParams {
  bool planar = false;                 // rows n, t instead of n, t1, t2
  double h = 1.0 / 60.0;               // [s]
  double restitution_threshold = 0.5;  // [m/s], slower impacts do not bounce
};

// v_free: [6 bodies], (linear, angular) velocity after everything but contact. Contacts of which neither body is
// dynamic are left out. Columns of J exist for bodies that move (dynamic and kinematic); W is left empty.
ContactProblem assemble(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
                        const AssembleParams& params);
// The same in place of an old problem, whose memory is used again.
void assemble(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
              const AssembleParams& params, ContactProblem& problem);

}  // namespace keystone
