// Dynamic friction (Baraff 1994, section 6): at a contact that slides, the friction is known once the normal impulse
// is, lambda_t = -mu_d lambda_n s with s the direction of sliding. Put into u = W lambda + q, it leaves a problem in
// the normal impulses of those contacts whose matrix is unsymmetric and may be indefinite.
#pragma once

#include <span>
#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"

namespace keystone {

struct SlidingContact {
  int contact = -1;
  Vec2 direction = Vec2::UnitX();  // unit, of b's sliding over a, along (t1, t2); planar problems: (+-1, 0)
};

// u_t of contact c in u [rows], along (t1, t2).
Vec2 slipOf(const ContactProblem& problem, const VecX& u, int c);

// u [rows]: velocities of the surfaces against each other by the velocities v [6 bodies]; where a surface moves itself,
// as a belt does, that is part of it.
void surfaceVelocities(const ContactProblem& problem, const VecX& v, VecX& u);

// Contacts that slip faster than slip_speed [m/s] by the velocities v [6 bodies]. One whose tangent rows have a bias
// beside the surfaces' own motion sticks, and slips by what the curvature of its path left over.
void listSliding(const ContactProblem& problem, const VecX& v, double slip_speed, std::vector<SlidingContact>& sliding);

// Sets mu of those contacts to the dynamic coefficient, but of what sticks in the sets `before` [rows], or none.
void chooseFriction(const VecX& v, double slip_speed, const IndexSets& before, ContactProblem& problem);

// The problem in W alone: column n of a sliding contact becomes column n - mu_d (s1 column t1 + s2 column t2), and its
// mu 0, which leaves its tangent rows without impulse. All other rows are as they were.
ContactProblem substituteSliding(const ContactProblem& problem, std::span<const SlidingContact> sliding);

// Fills what the substitution left out into a solution of the substituted problem: friction and sets (where there are
// any) of the sliding contacts. lambda: [rows].
void fillSliding(const ContactProblem& problem, std::span<const SlidingContact> sliding, VecX& lambda, IndexSets& sets);

}  // namespace keystone
