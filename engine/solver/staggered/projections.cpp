#include "solver/staggered/projections.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

// A row that holds u = 0, with W + weight I in W's place.
void hold(double weight, double& slope, double& g) {
  slope = 1.0 / weight;
  g /= weight;
}

}  // namespace

void Projection::evaluate(const VecX& lambda, const VecX& u, VecX& F) {
  const int dim = rows_.dim;
  F.setZero(rows_.rows());
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    if (half_ == Half::Normal) {
      F[n] = std::min(lambda[n], u[n]);
      continue;
    }
    const double radius = radius_[c];
    auto y = F.segment(n + 1, dim - 1);
    y = lambda.segment(n + 1, dim - 1) - u.segment(n + 1, dim - 1);
    if (rows_.law == FrictionLaw::Box)
      y = y.cwiseMax(-radius).cwiseMin(radius);
    else if (const double size = y.norm(); size > radius)
      y *= radius / size;
    y = lambda.segment(n + 1, dim - 1) - y;
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    F[row] = lambda[row] - std::clamp(lambda[row] - u[row], rows_.lower[k], rows_.upper[k]);
  }
}

void Projection::linearize(const VecX& lambda, const VecX& u, double weight, VecX& g, GeneralizedJacobian& S) {
  const int dim = rows_.dim;
  *y_ = lambda - u;
  const VecX& y = *y_;
  S.begin(rows_);
  for (int c = 0; c < rows_.contacts; ++c) {
    const int n = dim * c;
    Eigen::Map<MatX> slope = S.contact(c);
    if (half_ == Half::Normal) {
      if (y[n] >= 0.0) hold(weight, slope(0, 0), g[n]);
      continue;
    }
    const double radius = radius_[c], size = y.segment(n + 1, dim - 1).norm();
    if (dim == 3 && rows_.law == FrictionLaw::Cone && size > radius) {
      // Friction on its disc turns with the slip across it, and does not change along it.
      const Vec2 across(-y[n + 2] / size, y[n + 1] / size);
      const double turn = radius / size, kept = 1.0 - (1.0 - weight) * turn;
      slope.bottomRightCorner(2, 2) = turn / kept * across * across.transpose();
      const Vec2 g_t = g.segment<2>(n + 1);
      g.segment<2>(n + 1) = g_t + (1.0 / kept - 1.0) * across.dot(g_t) * across;
      S.diagonal = false;
      continue;
    }
    for (int k = 1; k < dim; ++k)
      if (std::abs(y[n + k]) <= radius) hold(weight, slope(k, k), g[n + k]);
  }
  for (int k = 0; k < rows_.joint_rows; ++k) {
    const int row = rows_.firstJointRow() + k;
    if (y[row] >= rows_.lower[k] && y[row] <= rows_.upper[k]) hold(weight, S.joint_rows[k], g[row]);
  }
}

}  // namespace keystone
