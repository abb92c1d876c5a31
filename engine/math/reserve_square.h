// Memory for square matrices whose size varies.
#pragma once

#include <algorithm>

#include "math/types.h"

namespace keystone {

// Grows `matrix` until its upper left n x n can be used; what is there stays. Rows and columns begin at whole cache
// lines however large it is, so that the bits of what is computed in it do not depend on what it once held.
template <class Matrix>
void reserveSquare(Matrix& matrix, Eigen::Index n) {
  if (matrix.rows() >= n) return;
  const Eigen::Index grown = (std::max(n, 2 * matrix.rows() + 16) + 7) / 8 * 8;
  matrix.conservativeResize(grown, grown);
}

}  // namespace keystone
