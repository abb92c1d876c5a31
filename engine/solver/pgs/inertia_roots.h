// Square roots of the bodies' inverse inertias, with which one set of angular rows serves both ways (pair_motion.h).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/body.h"

namespace keystone {

// C, lower triangular, by rows: 00, 10, 11, 20, 21, 22, and two zeros.
using InertiaRoot = std::array<double, 8>;

// [bodies + 1]: C C^T = InverseMass::angular, which is positive semidefinite; locked directions have zero columns. The
// last root is zero, of a body that does not move.
void findRoots(std::span<const InverseMass> bodies, std::vector<InertiaRoot>& roots);

Mat3 matrixOf(const InertiaRoot& root);

}  // namespace keystone
