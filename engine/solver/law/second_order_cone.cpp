#include "solver/law/second_order_cone.h"

namespace keystone {

void projectOnCones(const ConeRows& rows, const VecX& y, VecX& lambda) {
  lambda = y;
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    auto friction = lambda.segment(n + 1, rows.dim - 1);
    const double mu = rows.dim > 1 ? rows.mu[c] : 0.0, size = friction.norm();
    if (lambda[n] >= 0.0 && size <= mu * lambda[n]) continue;
    const double nearest = mu * size <= -lambda[n] ? 0.0 : (lambda[n] + mu * size) / (1.0 + mu * mu);
    lambda[n] = nearest;
    friction *= size > 0.0 ? mu * nearest / size : 0.0;
  }
  for (int k = 0; k < rows.joint_rows; ++k) {
    double& joint = lambda[rows.firstJointRow() + k];
    joint = std::clamp(joint, rows.lower[k], rows.upper[k]);
  }
}

void deSaxceShift(const ConeRows& rows, const VecX& u, VecX& shift) {
  shift.setZero(rows.rows());
  for (int c = 0; rows.dim > 1 && c < rows.contacts; ++c)
    shift[rows.dim * c] = rows.mu[c] * u.segment(rows.dim * c + 1, rows.dim - 1).norm();
}

double coneDefect(const ConeRows& rows, const VecX& lambda, const VecX& u, const VecX& shift, VecX& workspace) {
  workspace = lambda - u - shift;
  projectOnCones(rows, workspace, workspace);
  return (lambda - workspace).lpNorm<Eigen::Infinity>();
}

}  // namespace keystone
