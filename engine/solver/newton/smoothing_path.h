// A way to the solution through the inside of the law, for problems whose sets Newton's method does not find.
#pragma once

#include "solver/newton/proximal_newton.h"
#include "solver/newton/smooth_law.h"

namespace keystone {

// Follows the solutions of the smoothed problem, u(y) = W lambda(y) + q, while tau shrinks to almost nothing: Newton's
// steps at every tau (a non-interior continuation, Chen and Harker 1993). Where contacts share a load in many ways the
// path keeps to the middle of them, far from every bound that need not be met, so that its end tells the sets of nearly
// all rows. Coulomb's law can fold the path: with friction lagging behind its normal impulse the steps then leave the
// fold for another branch. lambda: the start and the end, scaled as `rows`. Returns whether it came to its end;
// `factorizations` counts on, to at most `most`.
bool followSmoothingPath(const ConeRows& rows, ConeSystem& system, int most, VecX& lambda, int& factorizations,
                         const NewtonWatch& watch);

}  // namespace keystone
