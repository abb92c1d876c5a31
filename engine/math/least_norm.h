// Linear systems whose matrix may have any rank.
#pragma once

#include "math/types.h"

namespace keystone {

// Of all X that come nearest to A X = B, [columns of A x columns of B], the least one, by a complete orthogonal
// decomposition. Pivots up to `rank_tolerance` of the largest count as zero; without it as many as rounding explains.
// Not numbers where A is none; zero where it is empty.
MatX leastNormSolution(const MatX& A, const MatX& B, double rank_tolerance = 0.0);

}  // namespace keystone
