// Coulomb friction with the cone replaced by a pyramid, as a linear complementarity problem.
#pragma once

#include "solver/dense_problem.h"

namespace keystone {

// 0 <= z, w = M z + p >= 0, z.w = 0. Per contact z = (lambda_n, beta_1 .. beta_d, sigma): friction is sum beta_k d_k
// with sum beta <= mu lambda_n, and sigma is the sliding speed (Stewart and Trinkle 1996; Anitescu and Potra 1997). The
// directions d_k [d] are spread evenly, the first against the slip that the contact would have by itself, so that what
// slides straight is told exactly; in the plane there are the two of the tangent. Without friction z = lambda. Limits
// of joints have z = lambda too; a row that holds from a to b has z = (lambda - a, tau), where tau is the speed at
// which it gives way at b.
struct PyramidUnknown {
  enum class Part { Normal, Friction, SlidingSpeed, Limit, Bounded, GivingWay };
  Part part;
  int row;  // dense; of SlidingSpeed the contact's normal row
};
struct PyramidLcp {
  MatX M;                                // [n x n]
  VecX p;                                // [n]
  MatX basis;                            // [dense rows x n], scaled impulses = basis z + least
  VecX least;                            // [dense rows]
  std::vector<PyramidUnknown> unknowns;  // [n]
};

// `directions`: even, at least 4; used in space only.
PyramidLcp pyramidLcp(const DenseProblem& dense, int directions);

// Number of unknowns, n.
int pyramidSize(const ContactProblem& problem, int directions);

}  // namespace keystone
