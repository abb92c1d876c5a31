// The totally inelastic collision of a framework: theorem 7.1 of Rote and Zwick.
#pragma once

#include "framework/sidedness.h"

namespace keystone {

// (Q*): the velocities [2 points] nearest to v, in the norm of the masses, that keep the bars' lengths and let no
// corner through an edge; corners with a gap may close it within h [s]. The theorem says that the position loop's new
// velocities are these where no force acts, up to terms of h.
VecX inelasticVelocities(const Framework& framework, const VecX& p, const VecX& v, std::span<const Triple> triples,
                         double h);

}  // namespace keystone
