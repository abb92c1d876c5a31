// The contact problem with its bodies' velocities as unknowns, and its reduction to impulses alone.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// M v = H r + G l + f,  u = H^T v + w,  0 = G^T v + b: the global mixed problem of FCLIB (Acary et al. 2014). M need
// not be block diagonal: deformable bodies have a general sparse one.
struct GlobalForm {
  int dim = 3;         // rows per contact, 2 or 3
  SparseRows M, H, G;  // [n x n], [n x dim contacts], [n x joint rows]
  VecX f;              // [n], momentum without contacts
  VecX w;              // [dim contacts], [m/s]
  VecX b;              // [joint rows], [m/s]
  VecX mu;             // [contacts]
};

// W = [H G]^T M^-1 [H G],  q = [H G]^T M^-1 f + (w, b), by a sparse LU of M, which need not be quite symmetric. Throws
// std::runtime_error when M is singular.
ContactProblem reduce(const GlobalForm& form);

// The global form of a problem with bodies: v are the free directions of the bodies that can be pushed (no columns for
// static, kinematic and locked ones, whose motion is in w), and the give of soft rows. Throws std::runtime_error for a
// problem without bodies.
GlobalForm globalForm(const ContactProblem& problem);

// The velocities v of that form under the impulses given.
VecX freeVelocities(const ContactProblem& problem, const VecX& lambda);

}  // namespace keystone
