#include "solver/row_scale.h"

#include <cmath>

#include "math/rounding.h"

namespace keystone {
double rowScale(double entry, double largest) {
  return entry > kInert * largest ? 1.0 / std::sqrt(entry) : 0.0;
}

void scaleToUnitDiagonal(const VecX& diagonal, int dim, int contacts, VecX& scale) {
  const double largest = diagonal.size() > 0 ? diagonal.maxCoeff() : 0.0;
  scale = diagonal.unaryExpr([largest](double entry) { return rowScale(entry, largest); });
  for (int c = 0; dim > 1 && c < contacts; ++c) {
    const int t = dim * c + 1;
    scale.segment(t, dim - 1).setConstant(rowScale(diagonal.segment(t, dim - 1).maxCoeff(), largest));
  }
}

}  // namespace keystone
