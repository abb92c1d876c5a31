// Manifolds -> the contact problem of one step. Signs and frames: docs/conventions.md.
#pragma once

#include <span>

#include "collide/touching.h"
#include "problem/contact_problem.h"

namespace keystone {

// Whether a step takes up the contacts of two bodies: impulses move one of them.
inline bool isPushed(std::span<const Body> bodies, const Manifold& manifold) {
  const auto moves = [&](int body) { return bodies[body].isActive(); };
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
