// Torsional and rolling friction of contacts -> joint rows on discs.
#pragma once

#include <array>
#include <span>

#include "problem/contact_problem.h"

namespace keystone {

// How many rows they take, of contacts that problem/assemble.h takes.
int momentRows(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar);

// The axes about which the rows of a contact's disc turn, in the world's frame; a disc of one row has the first.
std::array<Vec3, 2> momentAxes(const ContactProblem& problem, const FrictionDisc& disc);

// Fills the last rows of a problem that was assembled from `manifolds`: after its joints, contact by contact,
//   torsional  n . (omega_b - omega_a), |lambda| <= torsional lambda_n; none in a plane,
//   rolling    the same along t1 and the tangent at right angles to it, on one disc; in a plane about z,
// wherever the coefficient is not zero. They oppose what is left of the turning at the step's end.
void assembleMoments(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar,
                     ContactProblem& problem);

}  // namespace keystone
