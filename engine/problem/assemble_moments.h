// Torsional, rolling and coupled friction of contacts -> joint rows on discs.
#pragma once

#include <span>

#include "problem/contact_problem.h"

namespace keystone {

// How many rows they take, of contacts that problem/assemble.h takes.
int momentRows(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar);

// What row `k` of a contact's disc reads of the bodies' velocities against each other at the contact, and along which
// it acts, in the world's frame; one of the two is zero.
struct MomentRow {
  Vec3 linear = Vec3::Zero();   // of the points that touch; unit, or as long as the contact's tangent
  Vec3 angular = Vec3::Zero();  // unit, or [m] of coupled friction
};
// Of coupled friction, [m], how far out friction has the moment that it has in turning: torsional / mu.
double armOf(const ContactProblem& problem, const FrictionDisc& disc);
MomentRow momentRow(const ContactProblem& problem, const FrictionDisc& disc, int k);

// Fills the last rows of a problem that was assembled from `manifolds`: after its joints, contact by contact,
//   torsional  n . (omega_b - omega_a), |lambda| <= torsional lambda_n; none in a plane,
//   rolling    the same along t1 and the tangent at right angles to it, on one disc; in a plane about z,
//   coupled    instead of torsional and of the contact's own friction, whose mu is 0: t1, t2 and r n . (omega_b -
//              omega_a) on one disc of radius mu lambda_n, r = torsional / mu,
// wherever the coefficient is not zero. They oppose what is left of the turning at the step's end.
void assembleMoments(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar,
                     ContactProblem& problem);

}  // namespace keystone
