// The convex relaxation of a contact problem, and what it says of balance.
#pragma once

#include "problem/contact_problem.h"
#include "problem/residual.h"

namespace keystone {

// Of the relaxation's solution (interior/interior_point.h), island by island.
struct Relaxation {
  VecX lambda;  // [rows], [N s]
  VecX v;       // [6 bodies], velocities after them
  bool solved = false;
};

// `problem` is symmetric and has bodies. If any impulses in the friction cones hold the bodies where they are, v is
// zero to rounding, and lambda near the centre of all such impulses. If none do, v is a proof of it: J v + bias is in
// the dual cone, so that no contact hinders it, and the forces do more work along it than dry friction of joints, discs
// included, can take. A contact has one torsional and one rolling disc at most (canRelax).
Relaxation relax(const ContactProblem& problem, FrictionLaw law);

}  // namespace keystone
